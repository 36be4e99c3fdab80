/** Stores what is typed about a new party on this device for each person, until it is saved. */
import { z } from 'zod'
import { typedShape } from '#web/records/typed-values.ts'
import { type DraftStore, draftStore } from '#web/ui/form/stored-draft.ts'
import { PARTY_FIELDS, zExtraAddress } from '../../domain/fields.ts'
import { newParty, type PartyValues } from './party-form.ts'

const zValues = z.object({
  ...typedShape(PARTY_FIELDS),
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
