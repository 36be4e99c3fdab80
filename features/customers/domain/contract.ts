/** Declares the names, inputs and outputs of customers: lists, one customer, and the commands that write customers. */
import { definePartyContracts, type Party, zNamedParty } from '#features/parties/domain/contract.ts'
import { zId } from '#kernel/contract.ts'
import { field } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { customersRights } from './rights.ts'

/** What is read and written of one customer is the same as of every party. */
export const customerContracts = definePartyContracts('customers', 'customer', customersRights)
export const { detail: customerDetail, options: customerOptions, places: placeLookups } = customerContracts

export type Customer = Party
export const zNamedCustomer = zNamedParty

/** The list of customers. Its filters find parts of the texts, and a phone number by its digits. */
export const customerList = defineList('customers', {
  feature: 'customers',
  right: customersRights.read,
  queries: { list: 'customers.list', count: 'customers.count' },
  size: 150,
  page: '/customer-detail/$id',
  columns: {
    name: field.name(100, { sort: true, filter: true, width: 220, card: 'title' }),
    label: field.name(100, { sort: true, filter: true, width: 200 }),
    vat: field.name(100, { sort: true, filter: true }),
    phone: field.name(100, { sort: true, filter: true }),
    category: field.name(100, { words: 'parties:party-category', sort: true, filter: true, from: 760 }),
    city: field.name(100, { word: 'parties:field.city', sort: true, filter: true, hidden: true }),
  },
  filters: { salespersonId: zId },
})
