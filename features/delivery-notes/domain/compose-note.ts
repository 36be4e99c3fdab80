/**
 * Composes the delivery note of a stop, for its goods or for what comes back from it, of the goods, the customer, the company and the
 * vehicle. A note that the tax office would refuse is not composed: every problem says what a person must correct.
 */
import {
  customerOf,
  issuerOf,
  measuredIn,
  type TaxCustomer,
  type TaxIssuer,
} from '#features/invoicing/domain/tax/compose.ts'
import { type CodeProblem, taricNumber } from '#features/products/domain/codes/cn-code.ts'
import { needsCodes } from '#features/shipping/domain/stops/note-duty.ts'
import { splitAddress } from '#features/invoicing/domain/tax/split-address.ts'
import { type AddressPart, missingAddress } from '#kernel/tax/customer-address.ts'
import { countryOf, HOME, uncodedPlaceOf } from '#kernel/tax/country.ts'
import { whyNotKind } from '#kernel/tax/customer-kind.ts'
import { type DeliveryNote, type Direction, NOTE_TYPE, type NotePlace, PURPOSES } from '#kernel/tax/delivery-note.ts'
import { isVatOf } from '#kernel/tax/vat-of-country.ts'

/** Goods that move: what the orders of the stop sell and lend, or what comes back from it. */
export type MovedGoods = {
  /** Null if a note of an earlier version does not name the product. */
  readonly productId: number | null
  readonly code: string
  readonly name: string
  readonly unit: string
  readonly quantity: number
  readonly lent: boolean
}

/** Goods with their code (CN or TARIC), and with what is wrong with it on the day of the note. */
export type CodedGoods = MovedGoods & { readonly cnCode: string | null; readonly codeProblem: CodeProblem | null }

export type NoteFacts = {
  readonly direction: Direction
  /** The reason of a note that the receiver of the goods issues, by the settings. */
  readonly reversePurpose: number
  readonly day: string
  readonly time: string
  readonly issuer: TaxIssuer
  readonly branch: number
  /** The first day on which a note needs the code of each of its goods. */
  readonly codesFromDay: string
  readonly customer: TaxCustomer
  /** Where the stop is. Postcode and town may also be in the text of the address. */
  readonly stop: { readonly address: string; readonly postcode: string; readonly city: string }
  readonly vehicle: string
  readonly driver: string
  readonly goods: readonly CodedGoods[]
}

/** What forbids a note. The texts are `refusal.<code>` of the feature. */
export const NOTE_PROBLEMS = [
  'issuer-vat',
  'start',
  'kosovo',
  'northern-ireland',
  'country',
  'customer-vat',
  'customer-address',
  'destination',
  'vehicle',
  'no-goods',
  'goods-code',
] as const
export type NoteProblem = (typeof NOTE_PROBLEMS)[number]

type NoteField = { readonly of: 'company' | 'customers'; readonly field: string }

const NOTE_FIELDS: Readonly<Partial<Record<NoteProblem, NoteField>>> = {
  'issuer-vat': { of: 'company', field: 'vat' },
  start: { of: 'company', field: 'address' },
  kosovo: { of: 'customers', field: 'country' },
  'northern-ireland': { of: 'customers', field: 'country' },
  country: { of: 'customers', field: 'country' },
  'customer-vat': { of: 'customers', field: 'vat' },
  destination: { of: 'customers', field: 'address' },
}

/**
 * Returns the field in which a person corrects a problem, with the part of the address that the customer lacks. The vehicle is on the plan of the
 * shipment, goods are on the orders, and their codes on the products.
 */
export const fieldOf = (problem: NoteProblem, lacks: AddressPart | null): NoteField | undefined =>
  problem === 'customer-address' ? { of: 'customers', field: lacks ?? 'address' } : NOTE_FIELDS[problem]

/** A note that has no number yet. */
export type UnnumberedNote = Omit<DeliveryNote, 'series' | 'number'>

/** Returns the place of a stop. */
const placeOf = ({ address, postcode, city }: NoteFacts['stop']): NotePlace => ({
  ...splitAddress(address),
  postcode: postcode.replace(/\s/g, ''),
  city,
})

const isWhole = ({ postcode, city }: NotePlace): boolean => postcode.trim() !== '' && city.trim() !== ''

/** Reports whether a VAT number is wrong, or missing for a company that has one. Private persons, public bodies and churches may lack it. */
const isVatWrong = (customer: TaxCustomer, country: string): boolean =>
  customer.vat.trim() === '' ? whyNotKind(customer) === 'kind-vat' : !isVatOf(country, customer.vat)

/** Returns the goods whose code is missing or not valid. */
export const withoutCode = <G extends Pick<CodedGoods, 'codeProblem'>>(goods: readonly G[]): G[] =>
  goods.filter(({ codeProblem }) => codeProblem !== null)

/** Returns the note, or the problems that forbid it. */
export function composeNote(
  facts: NoteFacts,
): { readonly note: UnnumberedNote; readonly problems?: undefined } | { readonly problems: readonly NoteProblem[] } {
  const { direction, reversePurpose, issuer, customer, branch, vehicle, driver, day, time } = facts
  const found = countryOf(customer.country)
  const country = found ?? HOME
  const uncoded = uncodedPlaceOf(customer, 'goods')
  const { postcode, ...start } = splitAddress(issuer.address)
  const company = { ...start, postcode: postcode.replace(/\s/g, '') }
  const door = placeOf(facts.stop)
  const goods = facts.goods.filter(({ quantity }) => quantity > 0)
  const wrong: Readonly<Record<NoteProblem, boolean>> = {
    'issuer-vat': !isVatOf(HOME, issuer.vat),
    start: !isWhole(company),
    kosovo: uncoded === 'kosovo',
    'northern-ireland': uncoded === 'northern-ireland',
    country: uncoded === null && found === null,
    'customer-vat': uncoded === null && found !== null && isVatWrong(customer, found),
    'customer-address': missingAddress(customer) !== null,
    destination: !isWhole(door),
    vehicle: vehicle.trim() === '',
    'no-goods': goods.length === 0,
    'goods-code': needsCodes(facts, day) && withoutCode(goods).length > 0,
  }
  const problems = NOTE_PROBLEMS.filter((problem) => wrong[problem])
  if (problems.length > 0) return { problems }
  const back = direction === 'back'
  const purposeOf = (lent: boolean) => (back ? PURPOSES.return : lent ? PURPOSES.lent : PURPOSES.sale)
  const lines = goods.map(({ lent, productId, cnCode, codeProblem, ...line }) => {
    const [measurement, measuredPlaces] = measuredIn(line.unit)
    return {
      ...line,
      measurement,
      measuredPlaces,
      purpose: purposeOf(lent),
      ...(productId === null ? {} : { productId }),
      // a wrong code is worse than none, as long as a note needs none
      ...(cnCode === null || codeProblem !== null ? {} : { taricNo: taricNumber(cnCode) }),
    }
  })
  return {
    note: {
      kind: 'delivery-note',
      type: NOTE_TYPE,
      day,
      time,
      issuer: issuerOf({ issuer }, { branch }),
      customer: customerOf({ customer }, country),
      start: back ? door : company,
      destination: back ? company : door,
      vehicle: vehicle.trim(),
      driver,
      purpose: purposeOf(goods.every(({ lent }) => lent)),
      lines,
      ...(back ? { reversePurpose } : {}),
      transmissionFailure: null,
      total: 0,
    },
  }
}
