/** The Greek banks by the three digits that follow the check digits of an IBAN (Bank of Greece). Papers print these names. */
const BANKS: Readonly<Record<string, string>> = {
  '011': 'Εθνική Τράπεζα',
  '014': 'Alpha Bank',
  '017': 'Τράπεζα Πειραιώς',
  '026': 'Eurobank',
}

/** Returns the name of the bank of a Greek IBAN without spaces, or an empty text for other banks. */
export const bankOfIban = (iban: string): string => (iban.startsWith('GR') ? (BANKS[iban.slice(4, 7)] ?? '') : '')
