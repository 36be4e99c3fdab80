/**
 * The demo company. Its VAT number is in a range that the tax office does not use. Its bank accounts have valid check
 * digits, but the banks do not exist.
 */
import type { Company } from '#kernel/settings/company.ts'

export const DEMO_COMPANY: Company = {
  name: 'Κηροπλαστείο Κέρινο Ι.Κ.Ε.',
  address: 'Ορφέως 114, 11855 Αθήνα',
  vat: '700418300',
  taxOffice: "Α' Αθηνών",
  phone: '2100041830',
  email: 'info@kerino.example',
  profession: 'Παραγωγή και εμπορία κεριών – δανεισμός ειδών εστίασης',
  gemi: '170041830000',
  website: 'www.kerino.example',
  bankAccounts: [
    { bank: 'Τράπεζα Υμηττού', iban: 'GR0299101140000991012345678' },
    { bank: 'Συνεταιριστική Τράπεζα Σαρωνικού', iban: 'GR9299202070000007200418300' },
  ],
  accounting: true,
  firstSteps: true,
  terms:
    'Τα επιστρεφόμενα είδη παραμένουν στην κυριότητά μας και επιστρέφονται καθαρά. Πληρωμή με την παράδοση, εκτός αν έχει συμφωνηθεί κάτι άλλο.',
  place: [37.9829, 23.7046],
}

/** What the tax documents of the demo company say beside their orders. Some of its products have no VAT. Its provider does not exist. */
export const SAMPLE_TAX_SETTINGS = {
  exemptionHome: 1,
  providerName: 'Πάροχος επίδειξης',
  providerLicence: '2026_00_000_ΕΠΙΔΕΙΞΗ',
} as const
