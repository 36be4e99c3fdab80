/** Declares the names, inputs and outputs of customers: lists, one customer, and the commands that write customers. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { zRegisteredCompany } from '#kernel/company.ts'
import { zDay } from '#kernel/day.ts'
import type { Rate } from '#kernel/money.ts'
import { definePlaceLookups } from '#kernel/places.ts'
import { customersRights } from './rights.ts'

export const CUSTOMERS_PAGE = 150
export const CUSTOMER_SORTS = ['name', 'label', 'vat', 'phone', 'category', 'city', 'id'] as const

/** A text, or a number in its place as external programs send it: 10563 for a postcode. */
const zLooseText = (max: number) => z.union([zText(max), z.number().transform(String)])

/** Additional fields of external programs are stored if their values are plain. */
const MOST_KEYS = 30
export const zExtra = z.union([zText(500), z.number(), z.boolean(), z.null()])
export const plainKeys = (value: object): boolean =>
  Object.keys(value).length <= MOST_KEYS && Object.keys(value).every((key) => /^[\p{L}\p{N} _.-]{1,60}$/u.test(key))

/** A further address. Additional fields that a program sends with it are stored too. */
export const zExtraAddress = z
  .object({
    address: zLooseText(300).default(''),
    postcode: zLooseText(20).default(''),
    phone: zLooseText(50).default(''),
    city: zLooseText(100).default(''),
    building: zLooseText(100).default(''),
    floor: zLooseText(50).default(''),
  })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })
export type ExtraAddress = z.output<typeof zExtraAddress>

/** A name and a value that the company stores about a customer. */
export const zCustomField = z
  .object({ name: zLooseText(100), value: zLooseText(1000).default('') })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })

const zShareRate = z.int().min(0).max(100_00) as unknown as z.ZodType<Rate, number>

/** The fields of a customer in forms and the data API. */
export const customerFields = {
  name: zName(200),
  label: zName(200),
  taxOffice: zText(100),
  address: zText(300),
  city: zText(100),
  postcode: zText(20),
  country: zText(100),
  /** The place of the address on the map, in degrees. Both are given, or none. */
  lat: z.number().min(-90).max(90).nullable(),
  lon: z.number().min(-180).max(180).nullable(),
  phone: zText(50),
  phone2: zText(50),
  startDate: zDay.nullable(),
  representor: zText(200),
  discount: zShareRate,
  category: zName(100),
  vatType: zShareRate,
  vat: zName(30),
  social: zText(300),
  profession: zText(300),
  email: zText(320),
  tags: z.array(zName(100)).max(100),
  salespersonId: zId.nullable(),
  customFields: z.array(zCustomField).max(100),
  extraAddresses: z.array(zExtraAddress).max(100),
}

export const zCustomerPatch = z.strictObject(customerFields).partial()
export type CustomerPatch = z.output<typeof zCustomerPatch>

/** Warnings, which do not prevent the saving. */
const written = z.object({
  id: z.int(),
  version: z.int(),
  /** True if the VAT number looks Greek and its check digit is wrong. */
  vatWarning: z.boolean(),
  /** Other customers with the same VAT number. */
  sameVat: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const createCustomer = defineCommand('customers.create-customer', {
  right: customersRights.write,
  input: zCustomerPatch.required({ name: true }),
  output: written,
})

/** Changes the given fields of a customer, unless another person has changed it in the meantime. */
export const changeCustomer = defineCommand('customers.change-customer', {
  right: customersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, changes: zCustomerPatch }),
  output: written,
})

const zFilter = zName(100)
export const customerListInput = listInput(
  {
    name: zFilter,
    label: zFilter,
    vat: zFilter,
    phone: zFilter,
    category: zFilter,
    city: zFilter,
    salespersonId: zId,
  },
  CUSTOMER_SORTS,
)

export const zCustomerRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  vat: z.string(),
  phone: z.string(),
  category: z.string(),
  city: z.string(),
})

export const listCustomers = defineQuery('customers.list', {
  right: customersRights.read,
  input: customerListInput,
  output: listOutput(zCustomerRow),
})

export const countCustomers = defineQuery('customers.count', {
  right: customersRights.read,
  input: customerListInput,
  output: countOutput,
})

/** A customer as pickers, the order form and the page of an order name it. */
export const zNamedCustomer = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  vat: z.string(),
})

/** Returns the first customers that match the text in a picker. */
export const customerOptions = defineQuery('customers.options', {
  right: customersRights.read,
  input: z.strictObject({ search: zName(200).default('') }),
  output: z.object({ rows: z.array(zNamedCustomer) }),
})

/** Returns other customers with this VAT number, while it is typed. */
export const sameVatCustomers = defineQuery('customers.same-vat', {
  right: customersRights.read,
  input: z.strictObject({
    vat: zText(30),
    /** The customer being edited, who is left out. */
    exceptId: zId.nullable().default(null),
  }),
  output: z.object({ customers: z.array(z.object({ id: z.int(), name: z.string() })) }),
})

const zCustomer = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...customerFields,
  startDate: z.string().nullable(),
})
export type Customer = z.output<typeof zCustomer>

export const customerDetail = defineQuery('customers.detail', {
  right: customersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ customer: zCustomer }),
})

/**
 * Reads the company of a VAT number from the registry. It runs only on a click, because the registry informs the
 * company of each request.
 */
export const lookUpVat = defineCommand('customers.look-up-vat', {
  right: customersRights.write,
  input: z.strictObject({ vatNumber: zText(30) }),
  output: z.object({
    company: zRegisteredCompany,
    /** The moment of the registry's answer. Answers are stored for some time. */
    askedAt: z.string(),
    /** Customers with the same VAT number. */
    sameVat: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})

export const placeLookups = definePlaceLookups('customers', customersRights.write)
