import { query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import * as contract from '../../domain/contract.ts'
import { lostIssued } from '../lost/lost-documents.ts'
import { isTaxOfficeKnown } from '../tax-office/account.ts'
import { readUnread } from '../unread/unread.ts'
import { IN_USE } from './take-number.ts'

export const documentNumbersQuery = query(contract.documentNumbers, async ({ rows }) => ({
  series: await rows.many<{
    series: string
    year: number
    branch: number
    first: number
    last: number
    skipped: number
  }>(sql`
    select series, year, branch, first_number as first, last_number as last, skipped from document_series
    order by year desc, branch, series limit ${contract.MOST_SERIES}`),
  open: await rows.many<{
    series: string
    year: number
    branch: number
    number: number
    orderId: number
    known: boolean
    takenAt: string
  }>(sql`
    select n.series, n.year, n.branch, n.number, n.order_id as "orderId", o.id is not null as known, n.taken_at as "takenAt"
    from document_numbers n left join orders o on o.id = n.order_id
    where not n.issued and n.voided_at is null
      and not ${IN_USE}
    order by n.taken_at, n.series, n.number limit ${contract.MOST_OPEN_NUMBERS}`),
  lost: await lostIssued(rows, contract.MOST_LOST),
  unread: await unreadOf(rows),
}))

async function unreadOf(rows: Rows) {
  const unread = await readUnread(rows)
  return unread && { since: unread.since, asks: await isTaxOfficeKnown(rows) }
}
