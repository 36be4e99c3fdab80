/** Names, inputs and outputs of customers: lists, one customer, his account, and the commands that write him. */
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
import { zCents, zQuantity, type Rate } from '#kernel/money.ts'

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
  right: 'customers.write',
  input: zCustomerPatch.required({ name: true }),
  output: written,
})

/** Changes the fields that are sent, unless somebody else changed the customer meanwhile. */
export const changeCustomer = defineCommand('customers.change-customer', {
  right: 'customers.write',
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
  right: 'customers.read',
  input: customerListInput,
  output: listOutput(zCustomerRow),
})

export const countCustomers = defineQuery('customers.count', {
  right: 'customers.read',
  input: customerListInput,
  output: countOutput,
})

/** The first customers that fit what is typed into a picker. */
export const customerOptions = defineQuery('customers.options', {
  right: 'customers.read',
  input: z.strictObject({ search: zText(200).default('') }),
  output: z.object({
    rows: z.array(z.object({ id: z.int(), name: z.string(), label: z.string(), phone: z.string(), vat: z.string() })),
  }),
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
  right: 'customers.read',
  input: z.strictObject({ id: zId }),
  output: z.object({ customer: zCustomer }),
})

const zAccountOrder = z.object({
  id: z.int(),
  status: z.string(),
  createdAt: z.string(),
  expectedDelivery: z.string().nullable(),
  description: z.string(),
  total: zCents,
})

/** Statistics of a customer and the lists of his page. Every open order stands in one of the three lists. */
export const customerAccountPage = defineQuery('customers.account', {
  right: 'customers.read',
  input: z.strictObject({ id: zId }),
  output: z.object({
    statistics: z.object({
      /** How many orders stand in each status. */
      orders: z.record(z.string(), z.int()),
      sales: zCents,
      received: zCents,
      refunded: zCents,
      balance: zCents,
      /** Lent pieces the customer has. */
      loans: zQuantity,
    }),
    offers: z.array(zAccountOrder),
    pending: z.array(zAccountOrder),
    preparation: z.array(zAccountOrder),
    /** Shipped orders (positive) and payments (received: negative), the oldest first. */
    transactions: z.array(
      z.object({
        kind: z.enum(['order', 'payment']),
        id: z.int(),
        date: z.string(),
        /** The type of a payment. */
        type: z.string().nullable(),
        reference: z.string(),
        amount: zCents,
        balance: zCents,
      }),
    ),
    /** Older transactions were left out; the first balance carries them. */
    truncated: z.boolean(),
  }),
})
