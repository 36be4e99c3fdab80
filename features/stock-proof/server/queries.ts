import { query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import {
  DIFFERENCE_KINDS,
  listChecks,
  MOST_DIFFERENCES,
  proofLine,
  SHOWN_CHECKS,
  type StockCheck,
  type StockDifference,
} from '../domain/contract.ts'

/** Returns the last checks that were completed, newest first. */
const readChecks = (rows: Rows, most: number): Promise<StockCheck[]> =>
  rows.many<StockCheck>(sql`
    select id, started_at as "startedAt", ended_at as "endedAt", asked_name as "askedBy", products, movements,
      open_orders as "openOrders", differing, differences, zero_since as "zeroSince"
    from stock_checks where ended_at is not null and not failed order by ended_at desc, id desc limit ${most}`)

/** Returns differences of a check: those of the ledger first, by the time of the first movement that does not fit. */
export const readDifferences = (rows: Rows, checkId: number, most: number): Promise<StockDifference[]> =>
  rows.many<StockDifference>(sql`
    select d.product_id as "productId", p.name, p.sku, p.unit, d.kind, d.right_e4 as "right", d.stored_e4 as stored,
      case when m.id is not null then jsonb_build_object('id', m.id, 'at', ${isoTime(sql`m.at`)}, 'reason', m.reason,
        'person', m.user_name, 'quantity', m.quantity_e4, 'balance', m.balance_e4, 'rightBalance', d.right_balance_e4) end as movement,
      d.order_id as "orderId", d.since
    from stock_check_differences d join products p on p.id = d.product_id left join stock_movements m on m.id = d.movement_id
    where d.check_id = ${checkId}
    order by array_position(${[...DIFFERENCE_KINDS]}::text[], d.kind), m.at, m.id, d.product_id limit ${most}`)

/** A moment as text in UTC, as the other answers contain it. */
const isoTime = (moment: Sql): Sql => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the last check and the first product that differs, for one line. */
export const proofLineQuery = query(proofLine, async ({ rows }) => {
  const [last = null] = await readChecks(rows, 1)
  const [first = null] = last && last.differing > 0 ? await readDifferences(rows, last.id, 1) : []
  return { last, first }
})

export const listChecksQuery = query(listChecks, async ({ rows }) => {
  const checks = await readChecks(rows, SHOWN_CHECKS)
  const state = await rows.one<{ runningSince: string | null; failedAt: string | null }>(sql`
    select (select asked_at from stock_checks where ended_at is null) as "runningSince",
      (select case when failed then ended_at end from stock_checks where ended_at is not null
        order by ended_at desc, id desc limit 1) as "failedAt"`)
  const [last] = checks
  return {
    ...state,
    checks,
    differences: last && last.differing > 0 ? await readDifferences(rows, last.id, MOST_DIFFERENCES) : [],
  }
})
