/**
 * The companies of the registry simulator. They are invented, and their VAT numbers come from a range that the tax
 * office does not use.
 */

export type SimulatedCompany = {
  readonly afm: string
  readonly onomasia: string
  readonly title: string
  readonly doy: string
  readonly legalStatus: string
  readonly street: string
  readonly streetNumber: string
  readonly postcode: string
  readonly city: string
  /** Code, name and kind: 1 main, 2 secondary, 3 other, 4 auxiliary. */
  readonly activities: readonly (readonly [code: string, name: string, kind: string])[]
  /** True if the VAT number was deactivated. */
  readonly deactivated?: true
  /** The day on which the business stopped. */
  readonly stopDate?: string
}

const company = (
  afm: string,
  onomasia: string,
  title: string,
  doy: string,
  legalStatus: string,
  [street, streetNumber, postcode, city]: readonly [string, string, string, string],
  activities: SimulatedCompany['activities'],
  more: Pick<SimulatedCompany, 'deactivated' | 'stopDate'> = {},
): SimulatedCompany => ({
  afm,
  onomasia,
  title,
  doy,
  legalStatus,
  street,
  streetNumber,
  postcode,
  city,
  activities,
  ...more,
})

export const SIMULATED_COMPANIES: readonly SimulatedCompany[] = [
  company(
    '701122337',
    'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ',
    'ΓΑΛΑΝΗΣ ΤΡΟΦΙΜΑ',
    'ΦΑΕ ΑΘΗΝΩΝ',
    'ΑΕ',
    ['ΛΕΩΦ ΚΗΦΙΣΟΥ', '42', '10442', 'ΑΘΗΝΑ'],
    [
      ['46390000', 'ΜΗ ΕΞΕΙΔΙΚΕΥΜΕΝΟ ΧΟΝΔΡΙΚΟ ΕΜΠΟΡΙΟ ΤΡΟΦΙΜΩΝ, ΠΟΤΩΝ ΚΑΙ ΚΑΠΝΟΥ', '1'],
      ['52101900', 'ΥΠΗΡΕΣΙΕΣ ΑΛΛΗΣ ΑΠΟΘΗΚΕΥΣΗΣ', '2'],
    ],
  ),
  company(
    '701123440',
    'ΤΑΒΕΡΝΑ Ο ΠΛΑΤΑΝΟΣ ΜΟΝΟΠΡΟΣΩΠΗ Ι Κ Ε',
    'Ο ΠΛΑΤΑΝΟΣ',
    "Α' ΑΘΗΝΩΝ",
    'ΙΚΕ',
    ['ΔΙΟΓΕΝΟΥΣ', '4', '10556', 'ΑΘΗΝΑ'],
    [['56101100', 'ΥΠΗΡΕΣΙΕΣ ΠΑΡΟΧΗΣ ΓΕΥΜΑΤΩΝ ΑΠΟ ΕΣΤΙΑΤΟΡΙΑ ΜΕ ΣΕΡΒΙΡΙΣΜΑ', '1']],
  ),
  company(
    '701124552',
    'ΞΕΝΟΔΟΧΕΙΑΚΕΣ ΕΠΙΧΕΙΡΗΣΕΙΣ ΑΚΤΗ ΑΡΓΟΛΙΔΑΣ Α Ε',
    'ΞΕΝΟΔΟΧΕΙΟ ΑΚΤΗ',
    'ΝΑΥΠΛΙΟΥ',
    'ΑΕ',
    ['ΑΚΤΗ ΜΙΑΟΥΛΗ', '18', '21100', 'ΝΑΥΠΛΙΟ'],
    [
      ['96040000', 'ΥΠΗΡΕΣΙΕΣ ΦΥΣΙΚΗΣ ΕΥΕΞΙΑΣ', '4'],
      ['56101100', 'ΥΠΗΡΕΣΙΕΣ ΠΑΡΟΧΗΣ ΓΕΥΜΑΤΩΝ ΑΠΟ ΕΣΤΙΑΤΟΡΙΑ ΜΕ ΣΕΡΒΙΡΙΣΜΑ', '2'],
      ['55101000', 'ΥΠΗΡΕΣΙΕΣ ΔΩΜΑΤΙΟΥ Η ΜΟΝΑΔΑΣ ΚΑΤΑΛΥΜΑΤΟΣ ΣΕ ΞΕΝΟΔΟΧΕΙΑ', '1'],
    ],
  ),
  company(
    '701125665',
    'ΚΗΡΟΠΛΑΣΤΙΚΗ ΜΑΚΕΔΟΝΙΑΣ ΑΦΟΙ ΔΗΜΗΤΡΙΟΥ Ο Ε',
    '',
    'Α ΘΕΣΣΑΛΟΝΙΚΗΣ',
    'ΟΕ',
    ['ΕΓΝΑΤΙΑ', '112', '54622', 'ΘΕΣΣΑΛΟΝΙΚΗ'],
    [['32995001', 'ΚΑΤΑΣΚΕΥΗ ΚΕΡΙΩΝ', '1']],
  ),
  company(
    '701126778',
    'ΕΚΚΛΗΣΙΑΣΤΙΚΑ ΕΙΔΗ ΑΓΙΑ ΖΩΝΗ Ε Ε',
    'ΑΓΙΑ ΖΩΝΗ',
    'Α ΠΑΤΡΩΝ',
    'ΕΕ',
    ['ΑΓΙΟΥ ΝΙΚΟΛΑΟΥ', '27', '26221', 'ΠΑΤΡΑ'],
    [['47787500', 'ΛΙΑΝΙΚΟ ΕΜΠΟΡΙΟ ΕΚΚΛΗΣΙΑΣΤΙΚΩΝ ΕΙΔΩΝ', '1']],
  ),
  company(
    '701127880',
    'ΕΜΠΟΡΙΑ ΔΩΡΩΝ ΑΙΓΑΙΟΥ ΕΠΕ',
    'ΔΩΡΑ ΑΙΓΑΙΟΥ',
    'ΣΥΡΟΥ',
    'ΕΠΕ',
    ['ΧΙΟΥ', '9', '84100', 'ΕΡΜΟΥΠΟΛΗ'],
    [
      ['47785100', 'ΛΙΑΝΙΚΟ ΕΜΠΟΡΙΟ ΕΙΔΩΝ ΔΩΡΩΝ', '1'],
      ['46499900', 'ΧΟΝΔΡΙΚΟ ΕΜΠΟΡΙΟ ΑΛΛΩΝ ΕΙΔΩΝ ΟΙΚΙΑΚΗΣ ΧΡΗΣΗΣ', '2'],
    ],
  ),
  company(
    '701128993',
    'ΚΑΦΕ ΜΠΑΡ ΛΙΜΑΝΙ ΜΟΝΟΠΡΟΣΩΠΗ ΕΠΕ',
    'ΛΙΜΑΝΙ',
    'ΧΑΝΙΩΝ',
    'ΕΠΕ',
    ['ΑΚΤΗ ΚΟΥΝΤΟΥΡΙΩΤΗ', '31', '73131', 'ΧΑΝΙΑ'],
    [['56301000', 'ΥΠΗΡΕΣΙΕΣ ΠΑΡΟΧΗΣ ΠΟΤΩΝ', '1']],
  ),
  company(
    '701130210',
    'ΕΛΑΙΟΥΡΓΙΚΟΣ ΣΥΝΕΤΑΙΡΙΣΜΟΣ ΚΑΛΑΜΑΤΑΣ',
    '',
    'ΚΑΛΑΜΑΤΑΣ',
    'ΣΥΝΕΤΑΙΡΙΣΜΟΣ',
    ['ΑΡΙΣΤΟΜΕΝΟΥΣ', '60', '24132', 'ΚΑΛΑΜΑΤΑ'],
    [['10411000', 'ΠΑΡΑΓΩΓΗ ΕΛΑΙΟΛΑΔΟΥ', '1']],
  ),
  company(
    '701131322',
    'ΙΕΡΟΣ ΝΑΟΣ ΑΓΙΟΥ ΔΗΜΗΤΡΙΟΥ ΛΑΡΙΣΑΣ',
    '',
    'Α ΛΑΡΙΣΑΣ',
    'ΝΠΔΔ',
    ['ΚΥΠΡΟΥ', '15', '41222', 'ΛΑΡΙΣΑ'],
    [['94910000', 'ΥΠΗΡΕΣΙΕΣ ΘΡΗΣΚΕΥΤΙΚΩΝ ΟΡΓΑΝΩΣΕΩΝ', '1']],
  ),
  company(
    '701132435',
    'ΠΑΠΑΔΟΠΟΥΛΟΥ  ΜΑΡΙΑ  ΓΕΩΡΓΙΟΣ',
    'ΜΑΡΙΑ ΑΝΘΗ',
    'ΙΩΑΝΝΙΝΩΝ',
    '',
    ['ΑΒΕΡΩΦ', '7', '45221', 'ΙΩΑΝΝΙΝΑ'],
    [['47761000', 'ΛΙΑΝΙΚΟ ΕΜΠΟΡΙΟ ΛΟΥΛΟΥΔΙΩΝ ΚΑΙ ΦΥΤΩΝ', '1']],
  ),
  company(
    '701133548',
    'ΒΙΟΤΕΧΝΙΑ ΓΥΑΛΙΝΩΝ ΠΕΙΡΑΙΑ Α Ε',
    '',
    'ΦΑΕ ΠΕΙΡΑΙΑ',
    'ΑΕ',
    ['ΡΕΤΣΙΝΑ', '22', '18545', 'ΠΕΙΡΑΙΑΣ'],
    [],
    { deactivated: true, stopDate: '2019-06-30' },
  ),
  company(
    '701134650',
    'ΝΙΚΟΛΑΟΥ  ΓΕΩΡΓΙΟΣ  ΑΝΤΩΝΙΟΣ',
    '',
    'ΒΟΛΟΥ',
    '',
    ['ΔΗΜΗΤΡΙΑΔΟΣ', '140', '38221', 'ΒΟΛΟΣ'],
    [['56101100', 'ΥΠΗΡΕΣΙΕΣ ΠΑΡΟΧΗΣ ΓΕΥΜΑΤΩΝ ΑΠΟ ΕΣΤΙΑΤΟΡΙΑ ΜΕ ΣΕΡΒΙΡΙΣΜΑ', '1']],
    { stopDate: '2024-12-31' },
  ),
]

/** VAT numbers of people without a business: the registry knows the number and returns nothing else. */
export const SIMULATED_PERSONS: readonly string[] = ['701135763']
