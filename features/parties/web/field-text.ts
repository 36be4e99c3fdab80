import { oneLineAddress } from '#kernel/address.ts'
import { NOTHING } from '#web/format.ts'
import { valueText } from '#web/records/field-text.ts'
import { fieldOf, isPartyField } from '../domain/fields.ts'
import type { StoredParty } from './form/party-form.ts'

/** Returns the value of a field of a party as text; a dash if it has none. */
export function fieldText(field: string, value: unknown): string {
  if (field === 'tags') return (value as string[]).join(', ') || NOTHING
  if (field === 'customFields')
    return (value as StoredParty['customFields']).map((own) => `${own.name}: ${own.value}`).join(' · ') || NOTHING
  if (field === 'extraAddresses')
    return (
      (value as StoredParty['extraAddresses'])
        .map(({ address, city }) => oneLineAddress({ address, city }))
        .join(' · ') || NOTHING
    )
  return valueText(isPartyField(field) ? fieldOf(field) : null, value)
}
