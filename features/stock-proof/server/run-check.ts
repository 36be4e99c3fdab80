/**
 * Checks the stock as a job. It compares the products in short pieces and stores the result in one transaction at the end, so a check
 * that is interrupted begins anew and leaves nothing half done. It repairs nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Rows, sql } from '#server/db/database.ts'
import { command, SYSTEM, type Work } from '#server/command.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { DailySchedule } from '#server/jobs/schedules.ts'
import { CHECKS_TOPIC, DIFFERENCE_KINDS, MOST_DIFFERENCES, startCheck } from '../domain/contract.ts'
import { comparePiece, comparePromises, type Found } from './compare.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'

export const CHECK_JOB = 'stock-proof.check'

/** Runs while nobody packs or counts, and before the nightly deletion of old records. */
export const checkNightly: DailySchedule = { name: 'check-stock', kind: CHECK_JOB, dailyAt: '02:40' }

/** The pause between two pieces, so that people's work comes first on a single connection. */
const PAUSE_MILLISECONDS = 5

/** Returns the work of the nightly job, which also runs when a person asks for a check. */
export const checkWork = ({ runner, log }: JobParts): JobWork => ({
  atOnce: 1,
  tries: 3,
  run: async (payload) => {
    const { check = null } = payload as CheckPayload
    const begun = await runner.work(SYSTEM, 'stock-proof.begin', (work) => begin(work, check))
    if (begun === null) return
    const { id, startedAt } = begun
    const result = await compareAll(runner.db)
    await runner.work(SYSTEM, 'stock-proof.end', (work) => end(work, { id, startedAt, ...result }))
    if (result.differing > 0) log?.warn({ check: id, products: result.differing }, 'the stock of products differs')
  },
  onAbandoned: () => runner.work(SYSTEM, 'stock-proof.abandon', abandon),
})

/** Names the check that a person asked for. The nightly job names none. */
export type CheckPayload = { readonly check?: number }

/** Returns the check that waits, or adds the nightly one. Returns null if the check `asked` has ended, because the job ran before. */
export async function begin(
  { tx, now, moved }: Work,
  asked: number | null,
): Promise<{ id: number; startedAt: string } | null> {
  if (asked !== null) {
    const open = await tx.maybe(sql`select id from stock_checks where id = ${asked} and ended_at is null`)
    if (!open) return null
  }
  await addCheck(tx, now, { userId: null, name: SYSTEM.name })
  const { id } = await tx.one<{ id: number }>(sql`select id from stock_checks where ended_at is null`)
  moved({ entity: CHECKS_TOPIC, id })
  return { id, startedAt: now }
}

/** Adds a check unless one has not ended yet. Returns its id; null if nothing was added. */
async function addCheck(
  tx: Rows,
  now: string,
  { userId, name }: { userId: number | null; name: string },
): Promise<number | null> {
  const added = await tx.maybe<{ id: number }>(sql`
    insert into stock_checks (asked_at, asked_by, asked_name) values (${now}::timestamptz, ${userId}::bigint, ${name})
    on conflict do nothing returning id`)
  return added?.id ?? null
}

type Result = {
  readonly products: number
  readonly movements: number
  readonly openOrders: number
  /** The number of products with any difference. */
  readonly differing: number
  /** The number of all differences. A product may differ in several ways. */
  readonly differences: number
  /** The differences that are stored: those of the ledger first, then those of loans, then those of promises. */
  readonly found: readonly Found[]
}

/** Compares all products and all open orders. */
export async function compareAll(rows: Rows): Promise<Result> {
  let [products, movements] = [0, 0]
  const promises = await comparePromises(rows)
  const differing = new Set(promises.differing)
  let differences = promises.differing.length
  let found = firstOf(promises.found)
  for (let after = 0; ; await pause(PAUSE_MILLISECONDS)) {
    const piece = await comparePiece(rows, after)
    if (piece.last === null) break
    products += piece.products
    movements += piece.movements
    for (const { productId } of piece.found) differing.add(productId)
    differences += piece.found.length
    found = firstOf([...found, ...piece.found])
    after = piece.last
  }
  return { products, movements, openOrders: promises.orders, differing: differing.size, differences, found }
}

/** Returns as many differences as a check stores, in the order of their kinds. */
const firstOf = <One extends Pick<Found, 'kind'>>(found: readonly One[]): One[] =>
  DIFFERENCE_KINDS.flatMap((kind) => found.filter((one) => one.kind === kind)).slice(0, MOST_DIFFERENCES)

/** Stores the result. Does nothing if another process has stored one for the same check. */
async function end(work: Work, result: Result & { readonly id: number; readonly startedAt: string }): Promise<void> {
  const { tx, now, moved } = work
  const { id, startedAt, products, movements, openOrders, differing, differences, found } = result
  const before = await tx.maybe<{ id: number; zeroSince: string | null }>(sql`
    select id, zero_since as "zeroSince" from stock_checks
    where ended_at is not null and not failed order by ended_at desc, id desc limit 1`)
  const ended = await tx.run(sql`
    update stock_checks set started_at = ${startedAt}::timestamptz, ended_at = ${now}::timestamptz, products = ${products},
      movements = ${movements}, open_orders = ${openOrders}, differing = ${differing}, differences = ${differences},
      zero_since = ${differing > 0 ? null : (before?.zeroSince ?? startedAt)}::timestamptz
    where id = ${id} and ended_at is null`)
  if (ended === 0) return
  // a product that was deleted since then differs no more
  await tx.run(sql`
    insert into stock_check_differences (check_id, product_id, kind, right_e4, stored_e4, movement_id, right_balance_e4, order_id, since)
    select ${id}, f."productId", f.kind, f."right", f.stored, f."movementId", f."rightBalance", f."orderId",
      coalesce(d.since, ${startedAt}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f("productId" bigint, kind text, "right" bigint, stored bigint,
      "movementId" bigint, "rightBalance" bigint, "orderId" bigint)
    join products p on p.id = f."productId"
    left join stock_check_differences d
      on d.check_id = ${before?.id ?? 0} and d.product_id = f."productId" and d.kind = f.kind`)
  moved({ entity: CHECKS_TOPIC, id })
}

/** Ends the check that could not be completed, so that another one may be asked for. */
async function abandon({ tx, now, moved }: Work): Promise<void> {
  const ended = await tx.many<{ id: number }>(sql`
    update stock_checks set ended_at = ${now}::timestamptz, failed = true where ended_at is null returning id`)
  for (const { id } of ended) moved({ entity: CHECKS_TOPIC, id })
}

/** Asks for a check. A second person who asks meanwhile gets the same one. */
export const startCheckCommand = command(startCheck, async ({ tx, now, actor, enqueue, moved }) => {
  const added = await addCheck(tx, now, actor)
  if (added !== null) {
    const payload: CheckPayload = { check: added }
    await enqueue({ kind: CHECK_JOB, payload, bringForward: true })
    moved({ entity: CHECKS_TOPIC, id: added })
    return { id: added }
  }
  return tx.one<{ id: number }>(sql`select id from stock_checks where ended_at is null`)
})

/**
 * Results of checks of the stock. The newest completed one is kept whatever its age: the next check continues from it, and it says
 * since when the difference is 0.
 */
export const oldChecks: Retention = {
  name: 'stock-checks',
  days: 400,
  leastDays: 30,
  forget: forgetRows(
    sql`delete from stock_checks`,
    (before) => sql`
      from stock_checks
      where ended_at < ${before} and id <> (
        select id from stock_checks where ended_at is not null and not failed order by ended_at desc, id desc limit 1)`,
    { order: 'ended_at' },
  ),
}
