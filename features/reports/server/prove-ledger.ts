/**
 * Compares the ledger of money with the documents. A nightly job computes all lines anew, in pieces, and stores the documents that differ. It
 * repairs nothing, so that the cause is found. Only a restore of some records posts what it brought.
 */
import { depositsPosted } from '#features/cash-desk/server/till/post-deposits.ts'
import {
  differing,
  differingDays,
  type Documents,
  repost,
  type Source,
  sumDaysAnew,
} from '#features/ledger/server/post.ts'
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { ordersPosted } from '#features/orders/server/moves/post-orders.ts'
import { openingsPosted } from '#features/parties/server/opening-balances.ts'
import { paymentsEntity } from '#features/payments/domain/entity.ts'
import { closingsPosted, handoversPosted } from '#features/payments/server/post-cash.ts'
import { paymentsPosted } from '#features/payments/server/post-payments.ts'
import { providersEntity } from '#features/providers/domain/entity.ts'
import { invoicesEntity } from '#features/buying/domain/entity.ts'
import { invoicesPosted } from '#features/supplier-invoices/server/post-invoices.ts'
import { addressOf } from '#kernel/entity.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import { inPieces } from '#server/in-pieces.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import { type FactKind, MOST_FACTS } from '#server/notices/notices.ts'
import { reportsRights } from '../domain/rights.ts'

/** How the documents of each kind post, and the column of their number. */
const KINDS: readonly (readonly [(which: Sql) => Documents, Sql])[] = [
  [ordersPosted, sql`o.id`],
  [invoicesPosted, sql`i.id`],
  [paymentsPosted, sql`y.id`],
  [openingsPosted, sql`b.id`],
  [handoversPosted, sql`h.id`],
  [depositsPosted, sql`b.id`],
  [closingsPosted, sql`c.id`],
]

/** A document, or a day on which the sums of the accounts of money differ, as a number such as 20261127. */
type Difference = { readonly source: Source | 'day'; readonly document_id: number }
type Stored = { readonly id: number }

/** Returns some of the documents whose lines in the ledger are not those that follow from them, and of the days whose sums are not theirs. */
export async function readDifferences(rows: Rows): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [posted, id] of KINDS) {
    const { source } = posted(sql`true`)
    for await (const within of inPieces(lastOfPiece(rows, source))) {
      if (found.length >= MOST_FACTS) break
      found.push(...(await rows.many<Difference>(differing(posted(within(id)), within))))
    }
  }
  found.push(
    ...(await rows.many<Difference>(
      sql`select 'day' as source, to_char(day, 'YYYYMMDD')::bigint as document_id from (${differingDays}) days order by day`,
    )),
  )
  return found.slice(0, MOST_FACTS)
}

const lastOfPiece =
  (rows: Rows, source: Source) =>
  async (after: number, count: number): Promise<number | null> => {
    const last = await rows.maybe<{ id: number }>(sql`
    select document_id as id from postings
    where source = ${source} and line = 0 and ended_at is null and document_id > ${after} order by document_id offset ${count - 1} limit 1`)
    return last?.id ?? null
  }

/** Posts all documents as they are, and sums the days anew, after a restore and for tests that write documents by themselves. */
export async function repostAll(tx: Rows): Promise<void> {
  for (const [posted] of KINDS) await repost(tx, sql`true`, posted(sql`true`))
  await sumDaysAnew(tx)
}

export const PROVE_JOB = 'reports.prove-ledger'

/** Before the nightly deletion of old records. */
export const proveNightly: DailySchedule = { name: 'prove-ledger', kind: PROVE_JOB, dailyAt: '02:50' }

export const proveWork = ({ runner, log }: JobParts): JobWork => ({
  atOnce: 1,
  tries: 3,
  run: async () => {
    const found = await readDifferences(runner.db)
    if (found.length > 0) log?.warn({ documents: found.length }, 'documents differ from the ledger')
    await runner.work(SYSTEM, PROVE_JOB, async ({ tx, now }) => {
      await tx.run(sql`
        delete from ledger_differences d where not exists (
          select from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(source text, document_id bigint)
          where f.source = d.source and f.document_id = d.document_id)`)
      await tx.run(sql`
        insert into ledger_differences (source, document_id, found_at)
        select source, document_id, ${now}::timestamptz
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f(source text, document_id bigint)
        on conflict do nothing`)
    })
  },
})

const ENTITIES = { order: ordersEntity, invoice: invoicesEntity, payment: paymentsEntity } as const

/** The page of a document. Cash that was moved has that of the cash desk, and an opening balance and a credit note in part have that of balances. */
function pageOf({ source, document_id: id, provider }: Difference & { readonly provider: number | null }): string {
  if (source === 'order' || source === 'invoice' || source === 'payment')
    return id < 0 ? '/customer-balance' : addressOf(ENTITIES[source], id)
  if (source !== 'opening') return '/cashregister'
  return provider === null ? '/customer-balance' : addressOf(providersEntity, provider)
}

/** Tells people behind the bell that documents differ from the ledger. One that the next night finds again is the same fact. */
export const ledgerDiffers: FactKind = {
  name: 'reports.ledger-differs',
  right: reportsRights.read,
  page: null,
  find: async (rows) => {
    const found: readonly Stored[] = await rows.many(
      sql`select id from ledger_differences order by id desc limit ${MOST_FACTS}`,
    )
    return found.map(({ id }) => id)
  },
  things: async (rows, ids) => {
    const found: readonly (Difference & Stored & { readonly provider: number | null })[] = await rows.many(sql`
      select d.id, d.source, d.document_id, coalesce(
          (select b.provider_id from opening_balances b where b.id = d.document_id),
          (select max(p.party_id) from postings p where p.source = 'opening' and p.document_id = d.document_id and p.account = 'providers')) as provider
      from ledger_differences d where d.id = any(${[...ids]}::bigint[])`)
    return found.map((one) => ({ id: one.id, title: `#${Math.abs(one.document_id)}`, to: pageOf(one) }))
  },
}
