/** The list of customers and its count. */
import type { z } from 'zod'
import { matchesParty, matchesPhone, partiesThatMatch } from '#features/parties/server/find-parties.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { keptQuery } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { contains } from '#server/search-text.ts'
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

function conditions({ search, filters }: z.output<typeof contract.customerListInput>): Sql {
  const all: Sql[] = [sql`true`]
  if (search !== '') all.push(matchesParty(search))
  for (const field of ['name', 'label', 'vat', 'city', 'category'] as const) {
    const text = filters[field]
    if (text) all.push(contains(field, text))
  }
  if (filters.phone) all.push(matchesPhone(filters.phone))
  if (filters.salespersonId) all.push(sql`salesperson_id = ${filters.salespersonId}`)
  return join(all, ' and ')
}

export const listCustomersQuery = keptQuery(contract.listCustomers, async (view, input) => {
  const { sort = 'name', descending = false, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const order = sort === 'id' ? sql`id ${direction}` : sql`${raw(SORT_COLUMNS[sort])} ${direction}, id ${direction}`
  const rows = await view.rows.many<z.output<typeof contract.zCustomerRow>>(sql`
    select id, name, label, vat, phone, category, city
    from ${partiesThatMatch(customerKind, conditions(input), input.search)}
    order by ${order}
    ${pageOf(page, contract.CUSTOMERS_PAGE)}`)
  return { rows: rows.slice(0, contract.CUSTOMERS_PAGE), more: rows.length > contract.CUSTOMERS_PAGE }
})

export const countCustomersQuery = keptQuery(contract.countCustomers, (view, input) =>
  countRows(view.rows, sql`from customers where ${IS_LISTED} and ${conditions(input)}`),
)
