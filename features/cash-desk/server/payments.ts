/** The payments of a period, and the cheques by the day on which they expire. */
import type { z } from 'zod'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { hidesSumOf } from '#features/payments/server/hidden-cash.ts'
import { keptQuery } from '#server/command.ts'
import { join, type Sql, sql } from '#server/db/database.ts'
import { listQueries } from '#server/records/list.ts'
import { contains, matchesWords, wordsOf } from '#server/search-text.ts'
import * as contract from '../domain/contract.ts'
import { boundsNamed, typesNamed } from './payment-words.ts'

/** What a payment `p` adds to the money of the company: what was paid out is below zero. */
const SIGNED: Sql = sql`(case p.bound when 'Inbound' then p.amount_cents else -p.amount_cents end)`

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

export const [listDeskPaymentsQuery, countDeskPaymentsQuery, sumDeskPaymentsQuery] = listQueries(
  contract.deskPaymentList,
  {
    from: sql`payments p`,
    alias: 'p',
    columns: { amount: SIGNED, cancelled: sql`(not ${STANDING_PAYMENT})` },
    search: (text) => join([sql`true`, ...wordsOf(text).map(hasWord)], ' and '),
    sort: 'date',
    newestFirst: true,
    hidesSums: ({ rows, actor }, filters) => hidesSumOf(rows, actor, filters),
  },
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
