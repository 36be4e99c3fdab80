/** The rules for the data of customers and providers. */
import { zMailAddresses } from '#features/mail/domain/contract.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Rate } from '#kernel/money.ts'

/** The categories. A party with another one from an earlier system keeps it. */
export const PARTY_CATEGORIES = ['Category1', 'Category2'] as const

/**
 * The VAT rates (C-36): 0, 24 and 17 percent. A party with another one from an earlier system keeps it.
 */
export const PARTY_VAT_TYPES = [0, 2400, 1700] as readonly number[] as readonly Rate[]

const SHORTEST_NAME = 4

/** Refuses a name with fewer than 4 characters, which is probably a typing error. */
export const whyNotName = (name: string): Refusal | null =>
  name.trim().length < SHORTEST_NAME
    ? refusal('invalid', 'customers.short-name', { fields: { name: 'customers.short-name' }, least: SHORTEST_NAME })
    : null

type Checked = { readonly name?: string; readonly email?: string; readonly category?: string; readonly vatType?: Rate }

const wrong = (field: keyof Checked): Refusal =>
  refusal('invalid', `customers.wrong-${field}`, { fields: { [field]: `customers.wrong-${field}` } })

/** Returns one refusal for each wrong field among the new or changed ones. */
export function whyNotFields({ name, email, category, vatType }: Checked): Refusal[] {
  const reasons = [
    name === undefined ? null : whyNotName(name),
    email === undefined || email.trim() === '' || zMailAddresses.safeParse(email).success ? null : wrong('email'),
    !category || (PARTY_CATEGORIES as readonly string[]).includes(category) ? null : wrong('category'),
    vatType === undefined || PARTY_VAT_TYPES.includes(vatType) ? null : wrong('vatType'),
  ]
  return reasons.filter((reason) => reason !== null)
}

/** Returns the refusal of the fields of a party, or null if they are valid. */
export function whyNotParty(fields: Checked): Refusal | null {
  const reasons = whyNotFields(fields)
  const [first] = reasons
  if (!first || reasons.length === 1) return first ?? null
  const named = Object.assign({}, ...reasons.map((reason) => reason.details?.['fields']))
  return refusal('invalid', 'input', { fields: named, first: Object.keys(named)[0] ?? '' })
}

/** The place of an address on the map. Both values are null without a place. */
export type Place = { readonly lat: number | null; readonly lon: number | null }

/** Refuses a place with only one of its coordinates. */
export const whyNotPlace = ({ lat = null, lon = null }: Partial<Place>): Refusal | null =>
  (lat === null) === (lon === null)
    ? null
    : refusal('invalid', 'customers.half-place', {
        fields: { [lat === null ? 'lat' : 'lon']: 'customers.half-place' },
      })

/** The fields that make up an address. */
export const ADDRESS_TEXTS = ['address', 'city', 'postcode', 'country'] as const
type AddressTexts = { readonly [field in (typeof ADDRESS_TEXTS)[number]]: string }

/** Reports whether the texts of two addresses differ. */
const addressDiffers = (before: AddressTexts, after: Partial<AddressTexts>): boolean =>
  ADDRESS_TEXTS.some((field) => after[field] !== undefined && after[field] !== before[field])

/** Removes the place from a change of the address text, unless the change contains a new place. */
export const withPlace = <P extends Partial<AddressTexts & Place>>(before: AddressTexts, patch: P): P =>
  patch.lat === undefined && patch.lon === undefined && addressDiffers(before, patch)
    ? { ...patch, lat: null, lon: null }
    : patch
