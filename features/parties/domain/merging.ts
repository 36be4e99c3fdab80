/** Which values a party has after another one was merged into it. */
import { type FieldChanges, changes, isSame } from '#kernel/changes.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import type { Party } from './contract.ts'
import { type ExtraAddress, fieldOf, MOST_ITEMS, PARTY_FIELD_NAMES, type PartyField } from './fields.ts'

/** Lists of which the kept party gets the items of both. */
const JOINED = PARTY_FIELD_NAMES.filter((field) => fieldOf(field).kind === 'list') as readonly (
  | 'tags'
  | 'customFields'
  | 'extraAddresses'
)[]

/** The fields of which one of both parties keeps its value. Those of a group are chosen together. */
const CHOICES = Map.groupBy(
  PARTY_FIELD_NAMES.filter((field) => fieldOf(field).kind !== 'list'),
  (field) => (fieldOf(field).options.group as 'address' | undefined) ?? field,
)
const CHOICE_NAMES = [...CHOICES.keys()]
const fieldsOf = (choice: string): readonly PartyField[] => CHOICES.get(choice as PartyField) ?? []

export type MergeValues = Omit<Party, 'id' | 'version' | 'createdAt' | 'updatedAt'>

const isEmpty = (value: unknown): boolean => value === '' || value === null

/** Returns the values of a choice: the value itself, or an object if it consists of several fields. */
const valueOf = (values: MergeValues, choice: PartyField): unknown => {
  const fields = fieldsOf(choice)
  return fields.length === 1 ? values[choice] : Object.fromEntries(fields.map((field) => [field, values[field]]))
}

const isBlank = (values: MergeValues, choice: PartyField): boolean =>
  fieldsOf(choice).every((field) => isEmpty(values[field]))

/** Reports whether two values read the same: a VAT number in another spelling is the same number. */
const isEqual = (choice: PartyField, one: MergeValues, other: MergeValues): boolean =>
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
  for (const field of taken.flatMap(fieldsOf)) after[field] = merged[field]
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
