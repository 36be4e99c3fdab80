/** What the form of a customer holds, how it becomes the input of a command, and what is wrong with it. */
import type { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import { dayOf } from '#kernel/day.ts'
import {
  type Customer,
  createCustomer,
  type customerDetail,
  customerFields,
  zCustomerPatch,
} from '../../domain/contract.ts'
import { ADDRESS_TEXTS, CUSTOMER_VAT_TYPES, type Place, whyNotFields } from '../../domain/customer.ts'

/** A customer as the server keeps him. */
export type StoredCustomer = OutputOf<typeof customerDetail>['customer']

/** What an old program keeps beside the known fields; it stays. */
type Extra = Record<string, string | number | boolean | null>

/** A further address as the form holds it. */
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

export type CustomerValues = {
  name: string
  label: string
  taxOffice: string
  address: string
  city: string
  postcode: string
  country: string
  lat: number | null
  lon: number | null
  phone: string
  phone2: string
  startDate: string | null
  representor: string
  discount: number | null
  category: string
  vatType: number
  vat: string
  social: string
  profession: string
  email: string
  tags: string[]
  salespersonId: number | null
  customFields: CustomFieldValues[]
  extraAddresses: AddressValues[]
  /** The further address that is being typed; one that is not added yet is saved all the same. */
  newAddress: AddressValues
}

export const EMPTY_ADDRESS: AddressValues = { address: '', postcode: '', phone: '', city: '', building: '', floor: '' }

/** An empty form, with the day of today as the day since which the customer is one. */
export const newCustomer = (): CustomerValues => ({
  name: '',
  label: '',
  taxOffice: '',
  address: '',
  city: '',
  postcode: '',
  country: '',
  lat: null,
  lon: null,
  phone: '',
  phone2: '',
  startDate: dayOf(new Date().toISOString()),
  representor: '',
  discount: 0,
  category: '',
  vatType: CUSTOMER_VAT_TYPES[1] ?? 0,
  vat: '',
  social: '',
  profession: '',
  email: '',
  tags: [],
  salespersonId: null,
  customFields: [],
  extraAddresses: [],
  newAddress: EMPTY_ADDRESS,
})

/** A stored customer as the form shows it. */
export function valuesOf(customer: StoredCustomer): CustomerValues {
  const { id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...fields } = customer
  return {
    ...fields,
    customFields: fields.customFields.map((field) => ({ ...field })),
    extraAddresses: fields.extraAddresses.map((address) => ({ ...address })),
    newAddress: EMPTY_ADDRESS,
  }
}

export type CustomerInput = Omit<CustomerValues, 'newAddress' | 'discount'> & { discount: number }

/** What the commands take: the address in the making is added, empty rows of own fields fall away. */
export function toInput({ newAddress, ...values }: CustomerValues): CustomerInput {
  return {
    ...values,
    // An empty discount is a mistake that the schema points at.
    discount: values.discount as number,
    customFields: values.customFields.filter((field) => field.name.trim() !== '' || field.value.trim() !== ''),
    extraAddresses: newAddress.address.trim() === '' ? values.extraAddresses : [...values.extraAddresses, newAddress],
  }
}

/** Whether something of the address that is being typed would be lost without a street: it cannot be kept so. */
export const lacksStreet = ({ newAddress }: CustomerValues): boolean =>
  newAddress.address.trim() === '' &&
  (newAddress.lat != null || ADDRESS_FIELDS.some((field) => newAddress[field].trim() !== ''))

/** The fields that differ from what the form started with; a changed address comes with its place on the map. */
export function changedFields(before: CustomerValues, after: CustomerValues): Partial<CustomerInput> {
  const old = toInput(before)
  const changed: Partial<CustomerInput> = Object.fromEntries(
    Object.entries(toInput(after)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(old[field as keyof CustomerInput]),
    ),
  )
  const moved = [...ADDRESS_TEXTS, 'lat', 'lon'].some((field) => Object.hasOwn(changed, field))
  return moved ? { ...changed, lat: after.lat, lon: after.lon } : changed
}

/** The rules of the domain as the schema of a form: each field error carries the code and the places of its text. */
const fieldRules = (value: z.output<typeof zCustomerPatch>, context: z.RefinementCtx): void => {
  for (const { code, details } of whyNotFields(value))
    context.addIssue({ code: 'custom', path: Object.keys(details?.['fields'] ?? {}), message: code, ...details })
}

export const createSchema = createCustomer.input.superRefine(fieldRules)
export const changeSchema = zCustomerPatch.superRefine(fieldRules)

/** The place of an address whose text was changed by hand is not known any more. */
export const NO_PLACE: Place = { lat: null, lon: null }

type AddressWithPlace = { readonly [field: string]: unknown }

/**
 * Whether an address leaves its place on the map when one of its texts is changed. A point that was set by hand over
 * an empty address stays while the text is first written.
 */
export const leavesPlace = (whenPlaced: AddressWithPlace, field: string): boolean =>
  (ADDRESS_TEXTS as readonly string[]).includes(field) &&
  [whenPlaced['address'], whenPlaced[field]].some((text) => typeof text === 'string' && text.trim() !== '')

/** Fields of which another person's change is told. */
export const FIELD_NAMES = Object.keys(customerFields) as (keyof Customer)[]
