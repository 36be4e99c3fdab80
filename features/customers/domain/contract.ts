/** Declares the names, inputs and outputs of customers: lists, one customer, and the commands that write him. */
import { z } from 'zod'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import type { Rate } from '#kernel/money.ts'
import { customersRights } from './rights.ts'

export const CUSTOMERS_PAGE = 150
export const CUSTOMER_SORTS = ['name', 'label', 'vat', 'phone', 'category', 'city', 'id'] as const

/** Text, or a number that an old program sent for one: 10563 for a postcode. */
const zLooseText = (max: number) => z.union([zText(max), z.number().transform(String)])

/** What old programs keep beside the fields we know is kept, as long as it is plain. */
const MOST_KEYS = 30
export const zExtra = z.union([zText(500), z.number(), z.boolean(), z.null()])
export const plainKeys = (value: object): boolean =>
  Object.keys(value).length <= MOST_KEYS && Object.keys(value).every((key) => /^[\p{L}\p{N} _.-]{1,60}$/u.test(key))

/** A further address; what else a program keeps with it is kept too. */
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

/** A name and a value that the company notes about a customer. */
export const zCustomField = z
  .object({ name: zLooseText(100), value: zLooseText(1000).default('') })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })

const zShareRate = z.int().min(0).max(100_00) as unknown as z.ZodType<Rate, number>

/** What a form or a program says of a customer. */
export const customerFields = {
  name: zText(200),
  label: zText(200),
  taxOffice: zText(100),
  address: zText(300),
  city: zText(100),
  postcode: zText(20),
  country: zText(100),
  /** Where the address is on the map, in degrees: both or none. */
  lat: z.number().min(-90).max(90).nullable(),
  lon: z.number().min(-180).max(180).nullable(),
  phone: zText(50),
  phone2: zText(50),
  startDate: zDay.nullable(),
  representor: zText(200),
  discount: zShareRate,
  category: zText(100),
  vatType: zShareRate,
  vat: zText(30),
  social: zText(300),
  profession: zText(300),
  email: zText(320),
  tags: z.array(zText(100)).max(100),
  salespersonId: zId.nullable(),
  customFields: z.array(zCustomField).max(100),
  extraAddresses: z.array(zExtraAddress).max(100),
}

export const zCustomerPatch = z.strictObject(customerFields).partial()
export type CustomerPatch = z.output<typeof zCustomerPatch>

/** Things worth a second look that stop nobody. */
const written = z.object({
  id: z.int(),
  version: z.int(),
  /** The VAT number looks Greek, but its check digit is wrong. */
  vatWarning: z.boolean(),
  /** Other customers with the same VAT number. */
  sameVat: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const createCustomer = defineCommand('customers.create-customer', {
  right: customersRights.write,
  input: zCustomerPatch.required({ name: true }),
  output: written,
})

/** Changes the fields that are sent, unless somebody else changed the customer meanwhile. */
export const changeCustomer = defineCommand('customers.change-customer', {
  right: customersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, changes: zCustomerPatch }),
  output: written,
})

const zFilter = zText(100)
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

/** The first customers that fit what is typed into a picker. */
export const customerOptions = defineQuery('customers.options', {
  right: customersRights.read,
  input: z.strictObject({ search: zText(200).default('') }),
  output: z.object({
    rows: z.array(z.object({ id: z.int(), name: z.string(), label: z.string(), phone: z.string(), vat: z.string() })),
  }),
})

/** Other customers who have this VAT number; asked while it is typed. */
export const sameVatCustomers = defineQuery('customers.same-vat', {
  right: customersRights.read,
  input: z.strictObject({
    vat: zText(30),
    /** The customer whose number it is. */
    exceptId: zId.nullable().default(null),
  }),
  output: z.object({ customers: z.array(z.object({ id: z.int(), name: z.string() })) }),
})

export const zCustomer = z.object({
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

/** What the registry of companies says of one, as the form and old programs want it. */
export const zRegisteredCompany = z.object({
  vat: z.string(),
  name: z.string(),
  title: z.string(),
  taxOffice: z.string(),
  legalStatus: z.string(),
  street: z.string(),
  streetNumber: z.string(),
  postcode: z.string(),
  city: z.string(),
  /** False when the VAT number was given up. */
  active: z.boolean(),
  activeText: z.string(),
  /** False for a person who does no business, or no longer does. */
  business: z.boolean(),
  businessText: z.string(),
  /** 'YYYY-MM-DD' */
  stopDate: z.string().nullable(),
  /** The main activity first. */
  activities: z.array(z.object({ code: z.string(), name: z.string(), main: z.boolean() })),
})

/** Asks the registry for the company of a VAT number. On a person's click only: the company gets a message of it. */
export const lookUpVat = defineCommand('customers.look-up-vat', {
  right: customersRights.write,
  input: z.strictObject({ vatNumber: zText(30) }),
  output: z.object({
    company: zRegisteredCompany,
    /** When the registry said so; answers are kept for a while. */
    askedAt: z.string(),
    /** Customers here who have this VAT number already. */
    sameVat: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})

/** A place on the map with its address. */
export const zPlace = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  postcode: z.string(),
  country: z.string(),
  lat: z.number(),
  lon: z.number(),
})
const places = z.object({ places: z.array(zPlace) })

/** Places that fit a text, the best first. On a person's click only, never while typing. */
export const findPlaces = defineCommand('customers.find-places', {
  right: customersRights.write,
  input: z.strictObject({ text: zText(300).pipe(z.string().min(1)) }),
  output: places,
})

/** The address at a point of the map; no places over the sea. */
export const placeAt = defineCommand('customers.place-at', {
  right: customersRights.write,
  input: z.strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }),
  output: places,
})
