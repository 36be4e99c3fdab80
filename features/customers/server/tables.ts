/** The data API of customers, with the earlier column names and the rules of the commands. */
import { z } from 'zod'
import { sql } from '#server/db/database.ts'
import { computed, day, decimal, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { dataTable, many } from '#server/data-api/table.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { type CustomerPatch, zCustomField, zCustomerPatch, zExtraAddress } from '../domain/contract.ts'
import { customersRights } from '../domain/rights.ts'
import { insertCustomer, removeCustomer, rewriteCustomer } from './write-customer.ts'

export const owns = ['customers'] as const
export const reads = ['loans', 'mails', 'notes', 'orders', 'payments', 'products', 'tasks'] as const

const zTags = z.array(z.union([z.string(), z.number().transform(String)])).max(100)

const fields = {
  id: integer('c.id'),
  name: text('c.name', { required: true, note: 'At least 4 characters.' }),
  label: text('c.label', { note: 'The company.' }),
  taxOffice: text('c.tax_office'),
  address: text('c.address'),
  city: text('c.city'),
  postcode: text('c.postcode'),
  country: text('c.country'),
  phone: text('c.phone'),
  phone2: text('c.phone2'),
  startdate: day('c.start_date'),
  representor: text('c.representor'),
  discount: decimal('c.discount_bp', 2, { note: 'Main discount in percent.' }),
  category: text('c.category'),
  vatType: decimal('c.vat_type_bp', 2, { note: 'Percent.' }),
  vat: text('c.vat', { plainOrder: true, note: 'VAT number.' }),
  social: text('c.social'),
  profession: text('c.profession'),
  email: text('c.email'),
  tags: json('c.tags', { shape: zTags }),
  salespersons: integer('c.salesperson_id', { note: 'The id of the salesperson.' }),
  customfields: json('c.custom_fields', { shape: z.array(zCustomField).max(100), note: 'List of name and value.' }),
  extra_address: json('c.extra_addresses', { shape: z.array(zExtraAddress).max(100) }),
  merged_into: computed(
    integer('c.merged_into', {
      note: 'The customer into which this one was merged. Its orders, payments and loans moved there.',
    }),
  ),
  created: computed(moment('c.created_at')),
  updated: computed(moment('c.updated_at')),
}

/** Converts a record to the input of the commands. Null clears a text or a list. */
function patchOf(record: RecordOf<typeof fields>): CustomerPatch {
  const orEmpty = <T>(value: T | null | undefined, none: T): T | undefined => (value === null ? none : value)
  return parseInput(zCustomerPatch, {
    name: orEmpty(record.name, ''),
    label: orEmpty(record.label, ''),
    taxOffice: orEmpty(record.taxOffice, ''),
    address: orEmpty(record.address, ''),
    city: orEmpty(record.city, ''),
    postcode: orEmpty(record.postcode, ''),
    country: orEmpty(record.country, ''),
    phone: orEmpty(record.phone, ''),
    phone2: orEmpty(record.phone2, ''),
    startDate: record.startdate,
    representor: orEmpty(record.representor, ''),
    discount: orEmpty(record.discount, 0),
    category: orEmpty(record.category, ''),
    vatType: orEmpty(record.vatType, 0),
    vat: orEmpty(record.vat, ''),
    social: orEmpty(record.social, ''),
    profession: orEmpty(record.profession, ''),
    email: orEmpty(record.email, ''),
    tags: orEmpty(record.tags, []),
    salespersonId: record.salespersons,
    customFields: orEmpty(record.customfields, []),
    extraAddresses: orEmpty(record.extra_address, []),
  })
}

export const customersTable = dataTable({
  name: 'customers',
  note: 'Customers. related=orders,payments adds their orders and payments.',
  // The placeholders of external programs are valid ids in other tables, but they are not customers (C-14).
  from: sql`(select * from customers where not system) c`,
  id: 'id',
  fields,
  read: customersRights.read,
  write: { create: customersRights.write, update: customersRights.write, delete: customersRights.write },
  related: { orders: many('custorders', 'customer_id'), payments: many('payments', 'entity_id') },
  names: {
    startDate: 'startdate',
    salespersonId: 'salespersons',
    customFields: 'customfields',
    extraAddresses: 'extra_address',
  },
  create: (work, record) => {
    const patch = patchOf(record)
    return insertCustomer(work, { ...patch, name: patch.name ?? '' })
  },
  update: async (work, id, record) => {
    await rewriteCustomer(work, id, patchOf(record))
  },
  remove: removeCustomer,
})
