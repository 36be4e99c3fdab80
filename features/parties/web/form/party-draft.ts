/** Stores what is typed about a new party on this device for each person, until it is saved. */
import { z } from 'zod'
import { type DraftStore, draftStore } from '#web/ui/form/stored-draft.ts'
import { partyFields, zCustomField, zExtraAddress } from '../../domain/contract.ts'
import { newParty, type PartyValues } from './party-form.ts'

const zAddress = zExtraAddress as unknown as z.ZodType<PartyValues['newAddress']>
const zField = zCustomField as unknown as z.ZodType<PartyValues['customFields'][number]>

const zValues: z.ZodType<PartyValues> = z.object({
  name: z.string(),
  label: z.string(),
  taxOffice: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  phone: z.string(),
  phone2: z.string(),
  startDate: z.string().nullable(),
  representor: z.string(),
  discount: z.number().nullable(),
  paymentDays: z.number().nullable().default(null),
  paymentWay: partyFields.paymentWay.default(''),
  taxKind: partyFields.taxKind.default(''),
  category: z.string(),
  vatType: z.number(),
  vat: z.string(),
  social: z.string(),
  profession: z.string(),
  email: z.string(),
  tags: z.array(z.string()),
  salespersonId: z.number().nullable(),
  customFields: z.array(zField),
  extraAddresses: z.array(zAddress),
  newAddress: zAddress,
})

/** Returns the draft of a new party. `feature` is the kind: customers or providers. */
export const partyDraft = (feature: string): DraftStore<PartyValues> =>
  draftStore<PartyValues>({
    name: `${feature}-draft`,
    shape: zValues,
    isEmpty: (values) => JSON.stringify(values) === JSON.stringify(newParty()),
    empty: newParty(),
  })
