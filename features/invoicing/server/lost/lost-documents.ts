/**
 * Documents and delivery notes that were sent, and that a restore removed or put back to an earlier state. Their rows outlive every restore
 * of the same database, so what was sent is asked for before anything else is sent for the same order or with the same number.
 */
import { CONFIRMED_NOT_ISSUED, DOCUMENT_KINDS } from '#features/orders/domain/order.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { restoring } from '#server/restoring/restoring.ts'
import { UNDER_WAY } from '../../domain/document.ts'
import type { NumberOf, Numbered } from '../numbers/take-number.ts'
import { isQuiet } from '../sent-tables.ts'
import { readWay, withoutTest } from '../ways/sending-way.ts'
import { NO_ORDER } from './adopt-documents.ts'
import type { Earlier, FoundEarlier } from './ask-earlier.ts'

export const LOST_JOB = 'invoicing.ask-for-lost'

/** An order, the kind of a document, and its number; a document of an earlier version may have none. */
export type WithNumber = NumberOf & { readonly [Part in keyof Numbered]: Numbered[Part] | null }

export type LostDocument = Earlier & WithNumber & { readonly id: number }

/** Over lost documents `l`: reports whether a document or a delivery note of today is the one that was issued. */
const IN_THE_BOOKS: Sql = sql`(exists (
    select from accounting_documents d where d.status = 'ACKNOWLEDGED' and (d.mark = l.mark or d.key = l.key))
  or exists (
    select from delivery_notes d where d.status in ('ACKNOWLEDGED', 'WITHDRAWN') and (d.mark = l.mark or d.key = l.key)))`

/** Reports whether it is not known yet whether a lost document was issued. */
export const isOpen = ({ status }: Pick<LostDocument, 'status'>): boolean => UNDER_WAY.some((one) => one === status)

/** Over lost documents `l`: the same as `isOpen`. */
const IS_OPEN: Sql = sql`l.status = any(${[...UNDER_WAY]}::text[])`

const columns = (now: string): Sql => sql`
  l.id, l.order_id as "orderId", l.kind, l.key, l.way, l.status, l.error_code as "errorCode", l.request, l.series, l.series_year as year,
  l.branch, l.number, l.mark, l.uid, l.authentication_code as "authenticationCode", l.qr_url as "qrUrl",
  ${isQuiet(now)} as quiet`

/** Returns a lost document that is in no book; null if it is in one or does not exist. */
export const readLost = (rows: Rows, now: string, id: number): Promise<LostDocument | null> =>
  rows.maybe<LostDocument>(sql`select ${columns(now)} from lost_documents l where l.id = ${id} and not ${IN_THE_BOOKS}`)

/** Returns the lost documents of the same order and kind, and those with the same number. */
export const lostOf = (
  rows: Rows,
  now: string,
  { orderId, kind, series, year, branch, number }: WithNumber,
): Promise<LostDocument[]> =>
  rows.many<LostDocument>(sql`
    select ${columns(now)} from lost_documents l
    where ((l.order_id = ${orderId} and l.kind = ${kind})
        or (l.series = ${series} and l.series_year = ${year} and l.branch = ${branch} and l.number = ${number}))
      and l.status <> 'WITHDRAWN' and not ${IN_THE_BOOKS}
    order by l.id desc`)

/** Returns the lost documents that had a number. */
export const lostWithNumber = (
  rows: Rows,
  now: string,
  { series, year, branch, number }: Numbered,
): Promise<LostDocument[]> =>
  rows.many<LostDocument>(sql`
    select ${columns(now)} from lost_documents l
    where l.series = ${series} and l.series_year = ${year} and l.branch = ${branch} and l.number = ${number}
      and l.status <> 'WITHDRAWN' and not ${IN_THE_BOOKS}
    order by l.id desc`)

/** Returns what was issued and is in no book, newest first. */
export const lostIssued = (
  rows: Rows,
  most: number,
): Promise<
  { id: number; series: string; number: number | null; day: string; mark: string | null; orderId: number | null }[]
> =>
  rows.many(sql`
    select l.id, coalesce(l.series, '') as series, l.number, coalesce(l.request ->> 'day', '') as day, l.mark, o.id as "orderId"
    from lost_documents l left join orders o on o.id = l.order_id
    where l.status = 'ACKNOWLEDGED' and not ${IN_THE_BOOKS}
    order by l.id desc limit ${most}`)

/** A document of an order with what it has in common with one that another server issued. */
export type OfSale = {
  readonly orderId: number
  readonly kind: NumberOf['kind']
  readonly customerVat: string
  readonly total: number
}

/**
 * Over lost documents `l`: reports whether another server may have issued it for this order, which is older than the adoption: the customer
 * and the total are the same, and no person said that it is another sale.
 */
const isAdoptedFor = ({ orderId, kind, customerVat, total }: OfSale): Sql => sql`(
  l.order_id = ${NO_ORDER} and l.status = 'ACKNOWLEDGED' and l.settled_by is null
  and l.kind = ${kind === 'invoice' ? 'invoice' : 'credit-note'}
  and l.request #>> '{customer,vat}' = ${customerVat} and (l.request ->> 'total')::bigint = ${total}
  and exists (select from orders o where o.id = ${orderId} and o.created_at < l.lost_at))`

/** Returns what another server may have issued for an order. */
export const adoptedFor = (rows: Rows, now: string, sale: OfSale): Promise<LostDocument[]> =>
  rows.many<LostDocument>(sql`
    select ${columns(now)} from lost_documents l where ${isAdoptedFor(sale)} and not ${IN_THE_BOOKS} order by l.id desc`)

/** Stores that a person found that what another server issued is about another sale than this order. */
export const denyAdopted = (
  tx: Rows,
  sale: OfSale,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number> =>
  tx.run(sql`
    update lost_documents l set settled_by = ${by}, settled_reason = ${reason} where ${isAdoptedFor(sale)} and not ${IN_THE_BOOKS}`)

/** Returns the number of the lost document with a MARK; null if it is not known. */
export const numberOfLost = (rows: Rows, mark: string): Promise<Numbered | null> =>
  rows.maybe<Numbered>(sql`
    select series, series_year as year, branch, number from lost_documents
    where mark = ${mark} and series is not null and number is not null order by id desc limit 1`)

/** Selects the keys under which lost documents of an order were sent, or with a kind of notes those of its lost notes. */
export const keysOfLost = (orderId: number, kind: 'delivery-note' | 'return-note' | null): Sql => sql`
  select l.key from lost_documents l
  where l.order_id = ${orderId} and l.kind = any(${kind === null ? DOCUMENT_KINDS : [kind]}::text[])`

/** Stores that a person looked for the open lost documents of an order and found nothing. */
export const confirmLost = (
  tx: Rows,
  { orderId, kind }: NumberOf,
  { by, reason }: { readonly by: string; readonly reason: string },
): Promise<number> =>
  tx.run(sql`
    update lost_documents l set status = 'FAILED', error_code = ${CONFIRMED_NOT_ISSUED}, settled_by = ${by}, settled_reason = ${reason}
    where l.order_id = ${orderId} and l.kind = ${kind} and l.status not in ('ACKNOWLEDGED', 'WITHDRAWN', 'FAILED')`)

/** Stores what the service or the tax office said of a lost document; null if it was not issued and will not be. */
export function storeLostAnswer(tx: Rows, id: number, found: FoundEarlier<unknown> | null): Promise<number> {
  if (found?.kind === 'issued') {
    const { mark, uid, authenticationCode, qrUrl } = found.issued
    return tx.run(sql`
      update lost_documents set status = 'ACKNOWLEDGED', error_code = null, mark = ${mark}, uid = ${uid},
        authentication_code = ${authenticationCode}, qr_url = ${qrUrl}, unclear_since = null
      where id = ${id}`)
  }
  const [status, code] = found === null ? ['FAILED', 'absent'] : ['CONFLICT', 'foreign']
  return tx.run(sql`update lost_documents set status = ${status}, error_code = ${code} where id = ${id}`)
}

/** What the restore reads of the present documents before it replaces them, under the names of `lost_documents`. */
const SENT: Sql = sql`
  select d.order_id, d.kind, coalesce(d.request ->> 'key', d.key) as key, d.status, d.error_code, d.request, d.series, d.series_year,
    d.branch, d.number, d.mark, d.uid, d.authentication_code, d.qr_url, d.unclear_since, d.settled_by, d.settled_reason
  from accounting_documents d where not d.test and (d.attempts > 0 or (d.status = 'ACKNOWLEDGED' and d.request ? 'key'))
  union all
  select d.order_ids[1], case d.direction when 'back' then 'return-note' else 'delivery-note' end, d.key, d.status, d.error_code, d.request,
    d.series, d.series_year, d.branch, d.number, d.mark, d.uid, d.authentication_code, d.qr_url, d.unclear_since, d.settled_by,
    d.settled_reason
  from delivery_notes d where not d.test and d.attempts > 0`

/** Over restored documents or delivery notes `d` and present ones `k`: reports whether the restored one says the same, or is asked for. */
const SAYS_THE_SAME: Sql = sql`(d.key = k.key and d.number is not distinct from k.number and d.series is not distinct from k.series
  and ((d.status = k.status and d.mark is not distinct from k.mark)
    or (d.status = any(${[...UNDER_WAY]}::text[]) and k.status = any(${[...UNDER_WAY]}::text[]))))`

const COLUMNS_KEPT: Sql = raw(
  `order_id, kind, key, way, status, error_code, request, series, series_year, branch, number, mark, uid, authentication_code, qr_url,
   unclear_since, settled_by, settled_reason, lost_at`,
)
/** What is known of a document that was issued is never replaced by an older state. */
const ON_CONFLICT: Sql = sql`
  on conflict (key, series, series_year, branch, number) do update set order_id = excluded.order_id, kind = excluded.kind,
    status = excluded.status, error_code = excluded.error_code, request = excluded.request, mark = excluded.mark, uid = excluded.uid,
    authentication_code = excluded.authentication_code, qr_url = excluded.qr_url, unclear_since = excluded.unclear_since,
    settled_by = excluded.settled_by, settled_reason = excluded.settled_reason
  where l.status not in ('ACKNOWLEDGED', 'WITHDRAWN') or excluded.status in ('ACKNOWLEDGED', 'WITHDRAWN')`

/**
 * Keeps what was sent and what is known of it. What the records of the backup do not say stays in `lost_documents`, and the service is asked
 * for what was under way.
 */
export const keptDocuments = restoring(
  async ({ tx }) => {
    await tx.run(sql`create temporary table kept_lost on commit drop as select ${COLUMNS_KEPT} from lost_documents`)
    await tx.run(sql`create temporary table kept_documents on commit drop as ${SENT}`)
    return withoutTest(await readWay(tx))
  },
  async ({ tx, now, enqueue }, way) => {
    await tx.run(
      sql`insert into lost_documents as l (${COLUMNS_KEPT}) select ${COLUMNS_KEPT} from kept_lost ${ON_CONFLICT}`,
    )
    await tx.run(sql`
      insert into lost_documents as l (${COLUMNS_KEPT})
      select distinct on (key, series, series_year, branch, number) order_id, kind, key, ${way}, status, error_code, request, series, series_year,
        branch, number, mark, uid, authentication_code, qr_url, unclear_since, settled_by, settled_reason, ${now}::timestamptz
      from kept_documents k
      where not exists (select from accounting_documents d where ${SAYS_THE_SAME})
        and not exists (select from delivery_notes d where ${SAYS_THE_SAME})
      order by key, series, series_year, branch, number, status = 'ACKNOWLEDGED' desc
      ${ON_CONFLICT}`)
    const open = await tx.many<{ id: number }>(
      sql`select l.id from lost_documents l where ${IS_OPEN} and not ${IN_THE_BOOKS} order by l.id`,
    )
    for (const { id } of open) await enqueue({ kind: LOST_JOB, payload: { lostId: id } })
  },
)
