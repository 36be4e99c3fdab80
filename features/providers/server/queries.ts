/** The list of providers and its count. */
import { partyLists } from '#features/parties/server/list.ts'
import { sql } from '#server/db/database.ts'
import * as contract from '../domain/contract.ts'
import { providerKind } from './provider-kind.ts'

const SORT_COLUMNS: Record<(typeof contract.PROVIDER_SORTS)[number], string> = {
  id: 'id',
  name: 'name collate "und-x-icu"',
  label: 'label collate "und-x-icu"',
  vat: 'vat',
  phone: 'phone',
  address: 'address collate "und-x-icu"',
}

export const { list: listProvidersQuery, count: countProvidersQuery } = partyLists(providerKind, {
  list: contract.listProviders,
  count: contract.countProviders,
  pageSize: contract.PROVIDERS_PAGE,
  columns: sql`id, name, label, vat, phone, address, city`,
  sorts: SORT_COLUMNS,
  filters: ['name', 'label', 'vat', 'address', 'city'],
})
