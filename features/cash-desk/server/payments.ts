/** The payments of a period, and the cheques by the day on which they expire. */
import type { z } from 'zod'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { hidesSumOf } from '#features/payments/server/hidden-cash.ts'
import { keptQuery } from '#server/command.ts'
import { join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { contains, matchesWords, wordsOf } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { boundsNamed, typesNamed } from './payment-words.ts'

type Question = Pick<z.output<typeof contract.listDeskPayments.input>, 'search' | 'filters'>

/** What a payment `p` adds to the money of the company: what was paid out is below zero. */
const SIGNED = `(case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end)`

const SORT_COLUMNS: Readonly<Record<(typeof contract.DESK_SORTS)[number], string>> = {
  date: 'p.date',
  name: 'p.entity_name collate "und-x-icu"',
  refcode: 'p.refcode',
  type: 'p.type',
  bound: 'p.bound',
  amount: SIGNED,
}

/** Amounts as people write them: 1240,50. */
const AMOUNT: Sql = sql`replace(trim(to_char(p.amount_cents / 100.0, '999999999990.00')), '.', ',')`

/** Returns how a typed amount is written in `AMOUNT`: 1.240,50 and 1240.50 are 1240,50. */
const typedAmount = (word: string): string =>
  (word.includes(',') ? word.replaceAll('.', '') : word.replace(/\.(?=\d{0,2}$)/, ',')).replace('€', '')

/** Returns the condition that one word is in the name as it was written or as it is now, the refcode, the type, the direction or the amount. */
const hasWord = (word: string): Sql => {
  const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
  return sql`(${contains('p.entity_name', word)}
    or p.customer_id = any(array(select id from customers where ${matchesWords(sql`search`, word)}))
    or p.provider_id = any(array(select id from providers where ${matchesWords(sql`search`, word)})) or p.refcode like ${`${literal(word)}%`}
    or ${AMOUNT} like ${`${literal(typedAmount(word))}%`}
    or p.type = any(${typesNamed(word)}::text[]) or p.bound = any(${boundsNamed(word)}::text[]))`
}

function conditions({ search, filters }: Question): Sql {
  const all: Sql[] = wordsOf(search).map(hasWord)
  if (filters.dateFrom) all.push(sql`p.date >= ${filters.dateFrom}::date`)
  if (filters.dateTo) all.push(sql`p.date <= ${filters.dateTo}::date`)
  if (filters.name) all.push(contains('p.entity_name', filters.name))
  if (filters.refcode) all.push(sql`p.refcode like ${`${filters.refcode.replace(/[\\%_]/g, '')}%`}`)
  if (filters.type) all.push(sql`p.type = any(${filters.type}::text[])`)
  if (filters.bound) all.push(sql`p.bound = ${filters.bound}`)
  if (filters.amountFrom !== undefined) all.push(sql`${raw(SIGNED)} >= ${filters.amountFrom}::bigint`)
  if (filters.amountTo !== undefined) all.push(sql`${raw(SIGNED)} <= ${filters.amountTo}::bigint`)
  return all.length === 0 ? sql`true` : join(all, ' and ')
}

export const listDeskPaymentsQuery = keptQuery(contract.listDeskPayments, async ({ rows }, input) => {
  const { sort = 'date', descending = true, page } = input
  const direction = raw(descending ? 'desc' : 'asc')
  const found = await rows.many<contract.DeskPayment>(sql`
    select p.id, p.date, p.entity_name as name, p.refcode, p.type, p.bound, ${raw(SIGNED)} as amount,
      p.receipt_code as "receiptCode", p.user_name as "userName", not ${STANDING_PAYMENT} as cancelled
    from payments p where ${conditions(input)}
    order by ${raw(SORT_COLUMNS[sort])} ${direction}, p.id ${direction} ${pageOf(page, contract.DESK_PAGE)}`)
  return { rows: found.slice(0, contract.DESK_PAGE), more: found.length > contract.DESK_PAGE }
})

export const countDeskPaymentsQuery = keptQuery(contract.countDeskPayments, ({ rows }, input) =>
  countRows(rows, sql`from payments p where ${conditions(input)}`),
)

export const sumDeskPaymentsQuery = keptQuery(contract.sumDeskPayments, async ({ rows, actor }, input) =>
  (await hidesSumOf(rows, actor, input.filters))
    ? { sums: { amount: null } }
    : sumRows(rows, { amount: raw(SIGNED) }, sql`from payments p where ${conditions(input)}`),
)

type ChequeDay = z.output<typeof contract.chequesByExpiry.output>['rows'][number]

export const chequesByExpiryQuery = keptQuery(contract.chequesByExpiry, async ({ rows }, { from }) => {
  const found = await rows.many<ChequeDay>(sql`
    select p.expire_date as day, coalesce(sum(p.amount_cents) filter (where p.bound = 'Inbound'), 0)::bigint as inbound,
      coalesce(sum(p.amount_cents) filter (where p.bound = 'Outbound'), 0)::bigint as outbound, count(*)::int as count
    from payments p where p.type = 'CHECK' and p.expire_date >= ${from}::date and ${STANDING_PAYMENT}
    group by p.expire_date order by p.expire_date limit ${contract.MOST_CHEQUE_DAYS + 1}`)
  return { rows: found.slice(0, contract.MOST_CHEQUE_DAYS), more: found.length > contract.MOST_CHEQUE_DAYS }
})
