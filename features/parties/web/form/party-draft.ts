/** Stores what is typed about a new party on this device for each person, until it is saved. */
import { z } from 'zod'
import { type DraftStore, draftStore } from '#web/ui/form/stored-draft.ts'
import { fieldOf, PARTY_FIELD_NAMES, type PartyField, zExtraAddress } from '../../domain/fields.ts'
import { newParty, type PartyValues } from './party-form.ts'

/** The values of each kind of field while they are typed. What an earlier version did not store has no value. */
function zTyped(name: PartyField): z.ZodType {
  const { kind, typed, none } = fieldOf(name)
  switch (kind) {
    case 'text':
      return z.string().default('')
    case 'day':
      return z.string().nullable().default(null)
    case 'rate':
    case 'number':
    case 'reference':
      return z.number().nullable().default(null)
    case 'choice':
    case 'list':
      return typed.default(none)
  }
}

const zValues = z.object({
  ...Object.fromEntries(PARTY_FIELD_NAMES.map((name) => [name, zTyped(name)])),
  newAddress: zExtraAddress,
}) as unknown as z.ZodType<PartyValues>

/** Returns the draft of a new party. `feature` is the kind: customers or providers. */
export const partyDraft = (feature: string): DraftStore<PartyValues> =>
  draftStore<PartyValues>({
    name: `${feature}-draft`,
    shape: zValues,
    isEmpty: (values) => JSON.stringify(values) === JSON.stringify(newParty()),
    empty: newParty(),
  })
