/** The list of customers and its count. */
import { partyLists } from '#features/parties/server/list.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { customerKind } from './customer-kind.ts'

const SORT_COLUMNS: Record<(typeof contract.CUSTOMER_SORTS)[number], string> = {
  id: 'id',
  name: 'name collate "und-x-icu"',
  label: 'label collate "und-x-icu"',
  vat: 'vat',
  phone: 'phone',
  category: 'category collate "und-x-icu"',
  city: 'city collate "und-x-icu"',
}

export const { list: listCustomersQuery, count: countCustomersQuery } = partyLists(customerKind, {
  list: contract.listCustomers,
  count: contract.countCustomers,
  pageSize: contract.CUSTOMERS_PAGE,
  columns: sql`id, name, label, vat, phone, category, city`,
  sorts: SORT_COLUMNS,
  filters: ['name', 'label', 'vat', 'city', 'category'],
})
