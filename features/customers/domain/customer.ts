/** Customers: what is kept of them and what the rules ask of it. */
import { isEmail } from '#kernel/contract.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Rate } from '#kernel/money.ts'

/** The categories of customers; one that carries another from before keeps it. */
export const CUSTOMER_CATEGORIES = ['Category1', 'Category2'] as const

/** VAT types of customers (ruling C-36): 0, 24 and 17 percent; one that carries another from before keeps it. */
export const CUSTOMER_VAT_TYPES = [0, 2400, 1700] as readonly number[] as readonly Rate[]

const SHORTEST_NAME = 4

/** A name shorter than 4 characters is a slip of the hand. */
export const whyNotName = (name: string): Refusal | null =>
  name.trim().length < SHORTEST_NAME
    ? refusal('invalid', 'customers.short-name', { fields: { name: 'customers.short-name' }, least: SHORTEST_NAME })
    : null

type Checked = { readonly name?: string; readonly email?: string; readonly category?: string; readonly vatType?: Rate }

const wrong = (field: keyof Checked): Refusal =>
  refusal('invalid', `customers.wrong-${field}`, { fields: { [field]: `customers.wrong-${field}` } })

/** Why the fields of a customer that are new or changed cannot be stored, one refusal for each wrong field. */
export function whyNotFields({ name, email, category, vatType }: Checked): Refusal[] {
  const reasons = [
    name === undefined ? null : whyNotName(name),
    email === undefined || email.trim() === '' || isEmail(email) ? null : wrong('email'),
    !category || (CUSTOMER_CATEGORIES as readonly string[]).includes(category) ? null : wrong('category'),
    vatType === undefined || CUSTOMER_VAT_TYPES.includes(vatType) ? null : wrong('vatType'),
  ]
  return reasons.filter((reason) => reason !== null)
}

/** Why the fields of a customer cannot be stored, in one refusal; null when they can. */
export function whyNotCustomer(fields: Checked): Refusal | null {
  const reasons = whyNotFields(fields)
  const [first] = reasons
  if (!first || reasons.length === 1) return first ?? null
  const named = Object.assign({}, ...reasons.map((reason) => reason.details?.['fields']))
  return refusal('invalid', 'input', { fields: named, first: Object.keys(named)[0] ?? '' })
}

/** Where a customer's address is on the map; null until somebody has shown it. */
export type Place = { readonly lat: number | null; readonly lon: number | null }

/** Half a place is none. */
export const whyNotPlace = ({ lat = null, lon = null }: Partial<Place>): Refusal | null =>
  (lat === null) === (lon === null)
    ? null
    : refusal('invalid', 'customers.half-place', {
        fields: { [lat === null ? 'lat' : 'lon']: 'customers.half-place' },
      })

/** The fields that say where an address is. */
export const ADDRESS_TEXTS = ['address', 'city', 'postcode', 'country'] as const
type AddressTexts = { readonly [field in (typeof ADDRESS_TEXTS)[number]]: string }

/** Whether the texts of two addresses differ. */
export const addressDiffers = (before: AddressTexts, after: Partial<AddressTexts>): boolean =>
  ADDRESS_TEXTS.some((field) => after[field] !== undefined && after[field] !== before[field])

/** A change of a customer: the place of the old address does not stay with a new one, unless a place comes with it. */
export const withPlace = <P extends Partial<AddressTexts & Place>>(before: AddressTexts, patch: P): P =>
  patch.lat === undefined && patch.lon === undefined && addressDiffers(before, patch)
    ? { ...patch, lat: null, lon: null }
    : patch

/**
 * Whether a VAT number that looks Greek has a wrong check digit: 9 digits, the last is the weighted sum of the others
 * modulo 11 (tax office, ΠΟΛ 1027/1985). Numbers of other forms are not judged.
 */
export function hasWrongCheckDigit(vat: string): boolean {
  const digits = vat
    .trim()
    .replace(/^(EL|GR)/i, '')
    .trim()
  if (!/^\d{9}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < 8; place++) sum += Number(digits.charAt(place)) * 2 ** (8 - place)
  return digits === '000000000' || (sum % 11) % 10 !== Number(digits.charAt(8))
}
