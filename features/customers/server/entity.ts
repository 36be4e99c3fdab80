/** Customers as notes, mails and the search read them. */
import { type Rows, sql } from '#server/db/database.ts'
import type { CarryingEntity, Found, SearchedKind, Wanted } from '#server/entities.ts'
import { isIndexed, matchesOrBegins } from '#server/search-text.ts'
import { customersEntity } from '../domain/entity.ts'
import { customersThatMatch, matchesCustomer, numbersFirst } from './find-customers.ts'
import { IS_LISTED } from './listed.ts'

const findCustomers = (rows: Rows, { text, most }: Wanted): Promise<readonly Found[]> =>
  rows.many<Found>(sql`
    select id, name as title,
      concat_ws(' · ', nullif(label, ''), nullif(vat, ''), nullif(phone, ''), nullif(city, '')) as subtitle,
      null as status, vat <> '' and vat = ${text} as exact
    from ${customersThatMatch(isIndexed(text) ? matchesCustomer(text) : matchesOrBegins(sql`search`, text), text)}
    order by ${numbersFirst(text)}name collate "und-x-icu", id limit ${most}`)

export const storedCustomers: CarryingEntity = {
  ...customersEntity,
  // Placeholder records are hidden from people (C-14).
  there: (id) => sql`select id from customers where id = ${id} and ${IS_LISTED}`,
}

export const searchedCustomers: SearchedKind = { ...customersEntity, find: findCustomers }
