/** Converts between a stored party, the values of the form, and the input of the commands, and checks the values. */
import type { z } from 'zod'
import { dayOf } from '#kernel/day.ts'
import { emptyValues } from '#kernel/records/fields.ts'
import { type Party, zPartyPatch } from '../../domain/contract.ts'
import { PARTY_FIELDS, type PartyField, type partyFields } from '../../domain/fields.ts'
import { ADDRESS_TEXTS, PARTY_VAT_TYPES, type Place, whyNotFields } from '../../domain/party.ts'

/** A party as stored by the server. */
export type StoredParty = Party

/** Additional fields of external programs, which the form keeps. */
type Extra = Record<string, string | number | boolean | null>

/** A further address in the form. */
export type AddressValues = Extra & {
  address: string
  postcode: string
  phone: string
  city: string
  building: string
  floor: string
}

export const ADDRESS_FIELDS = ['address', 'postcode', 'city', 'phone', 'building', 'floor'] as const

export type CustomFieldValues = Extra & { name: string; value: string }

/** What the form contains. A discount that was emptied is none. */
export type PartyValues = Omit<PartyTexts, 'discount' | 'customFields' | 'extraAddresses'> & {
  discount: number | null
  customFields: CustomFieldValues[]
  extraAddresses: AddressValues[]
  /** The further address that is being typed. It is saved even if it was not added to the list. */
  newAddress: AddressValues
}
type PartyTexts = z.input<z.ZodObject<typeof partyFields>>

export const EMPTY_ADDRESS: AddressValues = { address: '', postcode: '', phone: '', city: '', building: '', floor: '' }

/** Returns the values of an empty form, with today as the first day of the party. */
export const newParty = (): PartyValues => ({
  ...(emptyValues(PARTY_FIELDS) as unknown as PartyValues),
  startDate: dayOf(new Date().toISOString()),
  vatType: PARTY_VAT_TYPES[1] ?? 0,
  newAddress: EMPTY_ADDRESS,
})

/** Reports whether a form of a new party contains nothing but the VAT number. */
export const hasOnlyVat = (values: PartyValues): boolean =>
  values.vat.trim() !== '' && JSON.stringify({ ...values, vat: '' }) === JSON.stringify(newParty())

/** Returns the form values of a stored party. */
export function valuesOf(party: StoredParty): PartyValues {
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...fields } = party
  return {
    ...fields,
    customFields: fields.customFields.map((field) => ({ ...field })),
    extraAddresses: fields.extraAddresses.map((address) => ({ ...address })),
    newAddress: EMPTY_ADDRESS,
  }
}

export type PartyInput = Omit<PartyValues, 'newAddress' | 'discount'> & { discount: number }

/** Returns the input of the commands. It includes the address being typed and leaves out empty custom fields. */
export function toInput({ newAddress, ...values }: PartyValues): PartyInput {
  return {
    ...values,
    // The schema reports an empty discount.
    discount: values.discount as number,
    customFields: values.customFields.filter((field) => field.name.trim() !== '' || field.value.trim() !== ''),
    extraAddresses: newAddress.address.trim() === '' ? values.extraAddresses : [...values.extraAddresses, newAddress],
  }
}

/** Reports whether the address being typed has data but no street. It cannot be saved like that. */
export const lacksStreet = ({ newAddress }: PartyValues): boolean =>
  newAddress.address.trim() === '' &&
  (newAddress.lat != null || ADDRESS_FIELDS.some((field) => newAddress[field].trim() !== ''))

/** Returns the fields that have changed since the form opened. A changed address includes its place on the map. */
export function changedFields(before: PartyValues, after: PartyValues): Partial<PartyInput> {
  const old = toInput(before)
  const changed: Partial<PartyInput> = Object.fromEntries(
    Object.entries(toInput(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof PartyInput]),
    ),
  )
  const moved = [...ADDRESS_TEXTS, 'lat', 'lon'].some((field) => Object.hasOwn(changed, field))
  return moved ? { ...changed, lat: after.lat, lon: after.lon } : changed
}

/** The rules of the domain as a form schema. Each field error contains the code and the parameters of its text. */
const fieldRules = (value: z.output<typeof zPartyPatch>, context: z.RefinementCtx): void => {
  for (const { code, details } of whyNotFields(value))
    context.addIssue({ code: 'custom', path: Object.keys(details?.['fields'] ?? {}), message: code, ...details })
}

export const createSchema = zPartyPatch.required({ name: true }).superRefine(fieldRules)
export const changeSchema = zPartyPatch.superRefine(fieldRules)

/** The place of an address whose text was edited by hand. */
export const NO_PLACE: Place = { lat: null, lon: null }

type AddressWithPlace = { readonly [field: string]: unknown }

/**
 * Reports whether a change of this field removes the place of an address. A point that was set by hand over an empty
 * address stays while its text is first written.
 */
export const leavesPlace = (whenPlaced: AddressWithPlace, field: string): boolean =>
  (ADDRESS_TEXTS as readonly string[]).includes(field) &&
  [whenPlaced['address'], whenPlaced[field]].some((text) => typeof text === 'string' && text.trim() !== '')

/** Returns a person's changes without those in some fields. Without a text of the address, its place is left out too. */
export function changesWithout(changes: Partial<PartyInput>, fields: readonly PartyField[]): Partial<PartyInput> {
  const withPlace = fields.some((field) => (ADDRESS_TEXTS as readonly string[]).includes(field))
  const left: readonly string[] = withPlace ? [...fields, 'lat', 'lon'] : fields
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !left.includes(field)))
}
