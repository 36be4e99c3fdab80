/** The demo company itself. Its VAT number is in a range that the tax office does not give out. */
import type { Company } from '#features/settings/domain/company.ts'

export const DEMO_COMPANY: Company = {
  name: 'Κηροπλαστείο Κέρινο Ι.Κ.Ε.',
  address: 'Ορφέως 114, 11855 Αθήνα',
  vat: '700418300',
  taxOffice: "Α' Αθηνών",
  phone: '2100041830',
  email: 'info@kerino.example',
  place: [37.9829, 23.7046],
}
