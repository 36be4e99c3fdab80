/** Declares the names, inputs and outputs of customers: lists, one customer, and the commands that write customers. */
import { z } from 'zod'
import { definePartyContracts, type Party, zNamedParty } from '#features/parties/domain/contract.ts'
import { countOutput, defineQuery, listInput, listOutput, zId, zName } from '#kernel/contract.ts'
import { customersRights } from './rights.ts'

export const CUSTOMERS_PAGE = 150
export const CUSTOMER_SORTS = ['name', 'label', 'vat', 'phone', 'category', 'city', 'id'] as const

/** What is read and written of one customer is the same as of every party. */
export const customerContracts = definePartyContracts('customers', 'customer', customersRights)
export const {
  create: createCustomer,
  detail: customerDetail,
  options: customerOptions,
  places: placeLookups,
} = customerContracts

export type Customer = Party
export const zNamedCustomer = zNamedParty

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
