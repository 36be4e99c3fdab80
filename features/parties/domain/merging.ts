/** Which values a party has after another one was merged into it. */
import { type FieldChanges, changes, isSame } from '#kernel/changes.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import type { ExtraAddress, Party } from './contract.ts'

/**
 * The fields of which one of both parties keeps its value. Fields that make up an address are chosen together, because
 * the street of one and the town of the other would be no address.
 */
const CHOICES = {
  name: ['name'],
  label: ['label'],
  vat: ['vat'],
  taxOffice: ['taxOffice'],
  profession: ['profession'],
  address: ['address', 'city', 'postcode', 'country', 'lat', 'lon'],
  phone: ['phone'],
  phone2: ['phone2'],
  email: ['email'],
  representor: ['representor'],
  social: ['social'],
  category: ['category'],
  vatType: ['vatType'],
  discount: ['discount'],
  paymentDays: ['paymentDays'],
  paymentWay: ['paymentWay'],
  taxKind: ['taxKind'],
  salespersonId: ['salespersonId'],
  startDate: ['startDate'],
} as const satisfies Readonly<Record<string, readonly (keyof Party)[]>>

type Choice = keyof typeof CHOICES
const CHOICE_NAMES = Object.keys(CHOICES) as Choice[]

/** Lists of which the kept party gets the items of both. */
const JOINED = ['tags', 'customFields', 'extraAddresses'] as const

/** The most items of a list, as in the input of the commands. */
const MOST_ITEMS = 100

export type MergeValues = Omit<Party, 'id' | 'version' | 'createdAt' | 'updatedAt'>

const isEmpty = (value: unknown): boolean => value === '' || value === null

/** Returns the values of a choice: the value itself, or an object if it consists of several fields. */
const valueOf = (values: MergeValues, choice: Choice): unknown => {
  const fields = CHOICES[choice]
  return fields.length === 1
    ? values[fields[0]]
    : Object.fromEntries(fields.map((field) => [field, values[field as keyof MergeValues]]))
}

const isBlank = (values: MergeValues, choice: Choice): boolean =>
  CHOICES[choice].every((field) => isEmpty(values[field as keyof MergeValues]))

/** Reports whether two values read the same: a VAT number in another spelling is the same number. */
const isEqual = (choice: Choice, one: MergeValues, other: MergeValues): boolean =>
  choice === 'vat' ? plainVat(one.vat) === plainVat(other.vat) : isSame(valueOf(one, choice), valueOf(other, choice))

type Differing = {
  readonly field: string
  readonly kept: unknown
  readonly merged: unknown
  readonly joined: boolean
  readonly proposed: boolean
}

/** Returns the fields in which two parties differ, and the proposal: the kept one's value, unless it is empty. */
export function differencesOf(kept: MergeValues, merged: MergeValues): Differing[] {
  const chosen = CHOICE_NAMES.filter((choice) => !isEqual(choice, kept, merged)).map((choice) => ({
    field: choice,
    kept: valueOf(kept, choice),
    merged: valueOf(merged, choice),
    joined: false,
    proposed: isBlank(kept, choice),
  }))
  const joined = JOINED.filter(
    (field) => joinedItems<unknown>(kept[field], merged[field]).length > kept[field].length,
  ).map((field) => ({ field, kept: kept[field], merged: merged[field], joined: true, proposed: false }))
  return [...chosen, ...joined]
}

/** Returns the items of the first list, and those of the second that it lacks, up to the most that a list may have. */
const joinedItems = <Item>(first: readonly Item[], second: readonly Item[]): Item[] => [
  ...first,
  ...second
    .filter((item) => !first.some((known) => isSame(known, item)))
    .slice(0, Math.max(0, MOST_ITEMS - first.length)),
]

/** Returns the address of a party as a further address; null if it has none. */
const furtherAddress = (values: MergeValues): ExtraAddress | null =>
  values.address === '' && values.city === '' && values.postcode === ''
    ? null
    : {
        address: values.address,
        postcode: values.postcode,
        phone: '',
        city: values.city,
        building: '',
        floor: '',
      }

const isKnownAddress = (address: ExtraAddress, values: Pick<MergeValues, 'address' | 'city' | 'postcode'>): boolean =>
  address.address === values.address && address.city === values.city && address.postcode === values.postcode

/**
 * Returns the changes of the kept party, if it takes these fields of the merged one. Lists get the items of both. The
 * address that is not chosen becomes a further address, so that no address is lost.
 */
export function mergeChanges(kept: MergeValues, merged: MergeValues, take: readonly string[]): FieldChanges {
  const taken = CHOICE_NAMES.filter((choice) => take.includes(choice))
  const after: Record<string, unknown> = {}
  for (const field of taken.flatMap((choice) => CHOICES[choice])) after[field] = merged[field as keyof MergeValues]
  for (const field of JOINED) after[field] = joinedItems<unknown>(kept[field], merged[field])
  const [main, other] = taken.includes('address') ? [merged, kept] : [kept, merged]
  const further = furtherAddress(other)
  const addresses = after.extraAddresses as ExtraAddress[]
  if (
    further &&
    !isKnownAddress(further, main) &&
    !addresses.some((known) => isKnownAddress(known, further)) &&
    addresses.length < MOST_ITEMS
  )
    after.extraAddresses = [...addresses, further]
  return changes(kept, after)
}

/** Returns the warnings about a merge of a kind of party: two VAT numbers usually belong to two companies. */
export const mergeDoubts = (kind: string, kept: MergeValues, merged: MergeValues): readonly Refusal[] => {
  const [one, other] = [plainVat(kept.vat), plainVat(merged.vat)]
  return one === '' || other === '' || one === other
    ? []
    : [refusal('refused', `${kind}.merge-two-vats`, { kept: kept.vat, merged: merged.vat })]
}
