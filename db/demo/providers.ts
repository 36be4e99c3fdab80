/** The providers of the demo company: wax, wicks, scents, colours, glass, cartons, transport and electricity. */
import type { Calendar } from './calendar.ts'
import { at } from './calendar.ts'
import { vatCheckDigit } from './numbers.ts'
import { FIRST_DAY } from './ledger.ts'

type Sold = {
  readonly name: string
  readonly label: string
  readonly profession: string
  /** The first eight digits of the VAT number. */
  readonly vat: string
  readonly tax_office: string
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly lat: number
  readonly lon: number
  readonly phone: string
  readonly phone2?: string
  readonly email: string
  readonly representor: string
  readonly tags: readonly string[]
  /** The number of days before today on which the company began to buy from them. */
  readonly since: number
}

const SOLD: readonly Sold[] = [
  {
    name: 'ΠΑΡΑΦΙΝΕΣ ΑΤΤΙΚΗΣ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ',
    label: 'Παραφίνες Αττικής',
    profession: 'Χονδρικό εμπόριο παραφίνης και κεριών',
    vat: '70114527',
    tax_office: 'ΦΑΕ ΑΘΗΝΩΝ',
    address: 'Λεωφόρος ΝΑΤΟ 112',
    city: 'Ασπρόπυργος',
    postcode: '193 00',
    lat: 38.0617,
    lon: 23.5893,
    phone: '2100558941',
    phone2: '6900112233',
    email: 'orders@parafines.example',
    representor: 'Ευθυμίου Κώστας',
    tags: ['ΠΡΩΤΕΣ ΥΛΕΣ'],
    since: 2_300,
  },
  {
    name: 'ΜΕΛΙΣΣΟΚΟΜΙΚΟΣ ΣΥΝΕΤΑΙΡΙΣΜΟΣ ΧΑΛΚΙΔΙΚΗΣ',
    label: 'Μελισσοκόμοι Χαλκιδικής',
    profession: 'Παραγωγή κεριού μέλισσας',
    vat: '70225614',
    tax_office: 'ΠΟΛΥΓΥΡΟΥ',
    address: 'Κωνσταντινουπόλεως 8',
    city: 'Πολύγυρος',
    postcode: '631 00',
    lat: 40.3778,
    lon: 23.4412,
    phone: '2371012458',
    email: 'info@melissokomoi.example',
    representor: 'Σαμαρά Ελένη',
    tags: ['ΠΡΩΤΕΣ ΥΛΕΣ'],
    since: 1_900,
  },
  {
    name: 'ΦΙΤΙΛΙΑ ΒΟΡΕΙΟΥ ΕΛΛΑΔΟΣ Ο.Ε.',
    label: 'Φιτίλ',
    profession: 'Πλέξη βαμβακερών φιτιλιών',
    vat: '70336701',
    tax_office: 'ΝΑΟΥΣΑΣ',
    address: 'Χατζηγρηγοριάδη 31',
    city: 'Νάουσα',
    postcode: '592 00',
    lat: 40.6297,
    lon: 22.0681,
    phone: '2332027711',
    email: 'sales@fitil.example',
    representor: 'Τσιάρας Δημήτρης',
    tags: ['ΦΙΤΙΛΙΑ'],
    since: 2_050,
  },
  {
    name: 'ΑΡΩΜΑΤΑ ΚΑΙ ΑΙΘΕΡΙΑ ΕΛΑΙΑ ΧΙΟΥ Ι.Κ.Ε.',
    label: 'Χιώτικα Αρώματα',
    profession: 'Χονδρικό εμπόριο αρωμάτων',
    vat: '70447898',
    tax_office: 'ΧΙΟΥ',
    address: 'Λιβανού 45',
    city: 'Χίος',
    postcode: '821 00',
    lat: 38.3678,
    lon: 26.1358,
    phone: '2271040562',
    email: 'hello@chiosaromata.example',
    representor: 'Καλλίτση Μαρία',
    tags: ['ΑΡΩΜΑΤΑ'],
    since: 1_400,
  },
  {
    name: 'ΧΡΩΣΤΙΚΕΣ ΥΛΕΣ ΓΑΒΡΙΗΛ ΚΑΙ ΣΙΑ Ε.Ε.',
    label: 'Γαβριήλ Χρώματα',
    profession: 'Χονδρικό εμπόριο χρωστικών',
    vat: '70558985',
    tax_office: 'ΠΕΙΡΑΙΑ',
    address: 'Θηβών 201',
    city: 'Πειραιάς',
    postcode: '185 42',
    lat: 37.9561,
    lon: 23.6583,
    phone: '2100208817',
    email: 'gavriil@xrostikes.example',
    representor: 'Γαβριήλ Σπύρος',
    tags: ['ΧΡΩΜΑΤΑ'],
    since: 1_750,
  },
  {
    name: 'ΥΑΛΟΥΡΓΙΑ ΘΡΑΚΗΣ Α.Ε.',
    label: 'Γυαλί Θράκης',
    profession: 'Κατασκευή γυάλινων ποτηριών και φανών',
    vat: '70669072',
    tax_office: 'ΞΑΝΘΗΣ',
    address: '3ο χλμ Ξάνθης – Καβάλας',
    city: 'Ξάνθη',
    postcode: '671 00',
    lat: 41.1249,
    lon: 24.8659,
    phone: '2541063390',
    phone2: '6900445566',
    email: 'export@yalourgia.example',
    representor: 'Χασάν Αϊλίν',
    tags: ['ΠΟΤΗΡΙΑ'],
    since: 2_200,
  },
  {
    name: 'ΧΑΡΤΟΚΙΒΩΤΙΑ ΟΙΝΟΦΥΤΩΝ Α.Ε.Β.Ε.',
    label: 'Χαρτοκιβώτια Οινοφύτων',
    profession: 'Παραγωγή χαρτοκιβωτίων',
    vat: '70770159',
    tax_office: 'ΘΗΒΑΣ',
    address: '58ο χλμ Αθηνών – Λαμίας',
    city: 'Οινόφυτα',
    postcode: '320 11',
    lat: 38.3053,
    lon: 23.6362,
    phone: '2262032145',
    email: 'paraggelies@kivotia.example',
    representor: 'Μπαλτάς Θανάσης',
    tags: ['ΣΥΣΚΕΥΑΣΙΑ'],
    since: 2_100,
  },
  {
    name: 'ΜΕΤΑΦΟΡΕΣ ΑΙΓΑΙΟΥ ΜΟΝ. Ι.Κ.Ε.',
    label: 'Μεταφορές Αιγαίου',
    profession: 'Εθνικές οδικές μεταφορές',
    vat: '70881246',
    tax_office: 'ΑΙΓΑΛΕΩ',
    address: 'Ορφέως 124',
    city: 'Αθήνα',
    postcode: '118 55',
    lat: 37.9841,
    lon: 23.6952,
    phone: '2100467728',
    email: 'grafeio@metaforesaigaiou.example',
    representor: 'Ρήγας Αντώνης',
    tags: ['ΕΞΟΔΑ'],
    since: 980,
  },
]

/** The number of providers. */
export const PROVIDERS = SOLD.length

/** Returns the rows of the providers, one for each id. */
export const buildProviders = (calendar: Calendar, ids: readonly number[]) => {
  const created = calendar.moment(at(FIRST_DAY, 7))
  return SOLD.map(({ vat, since, phone2 = '', ...sold }, index) => ({
    ...sold,
    id: ids[index] as number,
    vat: `${vat}${vatCheckDigit(vat)}`,
    phone2,
    country: 'Ελλάδα',
    start_date: calendar.day(-since),
    created_at: created,
    updated_at: created,
  }))
}
