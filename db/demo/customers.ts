/** The customers of the demo company: restaurants, bars, hotels, churches and shops in all of Greece. */
import type { Day, Moment } from '#kernel/day.ts'
import { at, type Calendar, type Time } from './calendar.ts'
import type { Dice } from './dice.ts'
import { BARS, CHURCHES, FAMILY_NAMES, FIRST_NAMES, HOTELS, SHOPS, TAVERNS, type Word } from './names.ts'
import { landline, mobile, vatNumber } from './numbers.ts'
import { ATTICA, ELSEWHERE, type Town } from './places.ts'

export type Address = {
  readonly address: string
  readonly postcode: string
  readonly phone: string
  readonly city: string
  readonly building: string
  readonly floor: string
  readonly lat: number
  readonly lon: number
}

export type Trade = 'ΕΣΤΙΑΣΗ' | 'ΜΠΑΡ' | 'ΞΕΝΟΔΟΧΕΙΑ' | 'ΕΚΚΛΗΣΙΕΣ' | 'ΚΑΤΑΣΤΗΜΑΤΑ'

export type DemoCustomer = {
  readonly id: number
  readonly trade: Trade
  readonly near: boolean
  readonly name: string
  readonly label: string
  readonly tax_office: string
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly country: string
  readonly phone: string
  readonly phone2: string
  readonly start_date: Day
  readonly representor: string
  readonly discount_bp: number
  readonly category: string
  readonly vat_type_bp: number
  readonly vat: string
  readonly social: string
  readonly profession: string
  readonly email: string
  readonly tags: readonly string[]
  readonly custom_fields: readonly { name: string; value: string }[]
  readonly extra_addresses: readonly Address[]
  readonly created: Time
  readonly created_at: Moment
  /** The delivery address unless the order has another one. */
  readonly home: Address
}

/** The trades of the customers: the words of their trade names, and how many of the customers have the trade. */
const TRADES: readonly {
  trade: Trade
  share: number
  profession: string
  signs: readonly string[]
  names: readonly Word[]
  branches: readonly string[]
}[] = [
  {
    trade: 'ΕΣΤΙΑΣΗ',
    share: 42,
    profession: 'Εστιατόριο',
    signs: ['Ταβέρνα', 'Εστιατόριο', 'Μεζεδοπωλείο', 'Ψαροταβέρνα'],
    names: TAVERNS,
    branches: ['Κατάστημα παραλίας', 'Αίθουσα δεξιώσεων', 'Αποθήκη'],
  },
  {
    trade: 'ΜΠΑΡ',
    share: 14,
    profession: 'Καφέ - Μπαρ',
    signs: ['Καφέ Μπαρ', 'Wine Bar'],
    names: BARS,
    branches: ['Θερινό κατάστημα', 'Αποθήκη'],
  },
  {
    trade: 'ΞΕΝΟΔΟΧΕΙΑ',
    share: 26,
    profession: 'Ξενοδοχείο',
    signs: ['Ξενοδοχείο', 'Ξενώνας'],
    names: HOTELS,
    branches: ['Εστιατόριο ξενοδοχείου', 'Είσοδος προμηθευτών', 'Σπα'],
  },
  {
    trade: 'ΕΚΚΛΗΣΙΕΣ',
    share: 18,
    profession: 'Ιερός ναός',
    signs: ['Ιερός Ναός', 'Ιερά Μονή'],
    names: CHURCHES,
    branches: ['Παρεκκλήσιο', 'Γραφείο ναού'],
  },
  {
    trade: 'ΚΑΤΑΣΤΗΜΑΤΑ',
    share: 20,
    profession: 'Λιανικό εμπόριο ειδών δώρων',
    signs: ['Είδη Δώρων', 'Εκκλησιαστικά Είδη'],
    names: SHOPS,
    branches: ['Υποκατάστημα', 'Αποθήκη'],
  },
]

const FORMS = ['Ο.Ε.', 'Ε.Ε.', 'Ι.Κ.Ε.', 'Μον. Ι.Κ.Ε.', 'Α.Ε.'] as const

/** Returns one customer for each id; always the same customers. */
export function buildCustomers(dice: Dice, calendar: Calendar, ids: readonly number[]): DemoCustomer[] {
  const trades = dice.shuffle(TRADES.flatMap((trade) => Array.from({ length: trade.share }, () => trade)))
  const used = new Set<string>()
  const emails = new Set<string>()
  return ids.map((id, index) => {
    const kind = trades[index % trades.length] as (typeof TRADES)[number]
    const town = dice.pick(dice.chance(60) ? ATTICA : ELSEWHERE)
    const { label, latin } = signOf(dice, kind, town, used)
    const [family, familyLatin] = dice.pick(FAMILY_NAMES)
    const [first] = dice.pick(FIRST_NAMES)
    const church = kind.trade === 'ΕΚΚΛΗΣΙΕΣ'
    const person = `${family} ${first}`
    const domain = emails.has(latin) ? `${latin}-${id}.example` : `${latin}.example`
    emails.add(latin)
    const home = addressIn(dice, town, '')
    const created = at(-dice.int(122, 140), 9, dice.int(0, 59), dice.int(0, 59))
    const extras = dice.chance(45) ? dice.sample(kind.branches, dice.int(1, Math.min(3, kind.branches.length))) : []
    return {
      id,
      trade: kind.trade,
      near: town.near,
      name: church
        ? label
        : dice.chance(35)
          ? person
          : `${person} ${dice.chance(50) ? '& ΣΙΑ ' : ''}${dice.pick(FORMS)}`,
      label,
      tax_office: town.taxOffice,
      address: home.address,
      city: town.city,
      postcode: town.postcode,
      country: 'Ελλάδα',
      phone: home.phone,
      phone2: dice.chance(70) ? mobile(dice) : '',
      start_date: calendar.day(-dice.int(150, 2400)),
      representor: church ? `π. ${first}` : person,
      discount_bp: dice.pickWeighted([
        [0, 60],
        [500, 20],
        [1000, 14],
        [1500, 6],
      ]),
      category: dice.chance(65) ? 'Category1' : 'Category2',
      vat_type_bp: town.city === 'Ρόδος' || town.city === 'Φηρά' ? 1700 : 2400,
      vat: vatNumber(dice),
      social: dice.chance(30) ? `@${latin.replaceAll('-', '_')}` : '',
      profession: kind.profession,
      email: dice.chance(80) ? `info@${domain}` : `${familyLatin}@${domain}`,
      tags: [kind.trade, ...(dice.chance(20) ? ['VIP'] : []), ...(dice.chance(15) ? ['ΕΠΟΧΙΚΟΣ'] : [])],
      custom_fields: customFields(dice),
      extra_addresses: extras.map((building) => addressIn(dice, town, building)),
      created,
      created_at: calendar.moment(created),
      home,
    }
  })
}

/** Returns a trade name that no other customer has. */
function signOf(
  dice: Dice,
  kind: (typeof TRADES)[number],
  { city }: Town,
  used: Set<string>,
): { label: string; latin: string } {
  for (;;) {
    const [greek, latin] = dice.pick(kind.names)
    const sign = `${dice.pick(kind.signs)} ${greek}`
    const label = kind.trade === 'ΕΚΚΛΗΣΙΕΣ' || used.has(sign) ? `${sign}, ${city}` : sign
    if (used.has(label)) continue
    used.add(label)
    return { label, latin }
  }
}

function addressIn(dice: Dice, town: Town, building: string): Address {
  const near = (degrees: number): number => Math.round((degrees + (dice.next() - 0.5) * 0.012) * 1e5) / 1e5
  return {
    address: `${dice.pick(town.streets)} ${dice.int(1, 128)}`,
    postcode: town.postcode,
    phone: landline(dice, town.areaCode),
    city: town.city,
    building,
    floor: dice.pickWeighted([
      ['Ισόγειο', 70],
      ['1', 15],
      ['2', 10],
      ['Υπόγειο', 5],
    ]),
    lat: near(town.lat),
    lon: near(town.lon),
  }
}

function customFields(dice: Dice): { name: string; value: string }[] {
  const fields: { name: string; value: string }[] = []
  if (dice.chance(35))
    fields.push({ name: 'Ώρες παραλαβής', value: dice.pick(['08:00 - 12:00', '10:00 - 14:00', 'Μετά τις 17:00']) })
  if (dice.chance(20))
    fields.push({ name: 'Τρόπος πληρωμής', value: dice.pick(['Μετρητά', 'Επί πιστώσει 30 ημέρες', 'Κάρτα']) })
  if (dice.chance(12)) fields.push({ name: 'Συσκευασία', value: 'Χωρίς λογότυπο' })
  return fields
}
