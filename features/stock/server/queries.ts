import { promisedQuantity } from '#features/products/server/figures/promised.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import type { Cents, Quantity } from '#kernel/money.ts'
import { subtractQuantity } from '#kernel/money.ts'
import { may } from '#kernel/rights.ts'
import { keptQuery, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { LEDGER_PAGE, stockFigures, stockHealth, stockLedger } from '../domain/contract.ts'
import { COST_REASONS, type LedgerDocument, type LedgerReason } from '../domain/movement.ts'
import { endOfDay } from './stock-at.ts'

export type StockFigure = {
  readonly productId: number
  readonly name: string
  readonly sku: string
  readonly unit: string
  readonly stock: Quantity
  /** Promised to open orders that are not packaged yet, without the excluded order. */
  readonly promised: Quantity
  readonly free: Quantity
  readonly service: boolean
}

/**
 * Returns stock, promised and free quantity of some products in one statement. The lines of `exceptOrderId` are not
 * counted as promised.
 */
export async function readStock(
  rows: Rows,
  productIds: readonly number[],
  exceptOrderId: number | null = null,
): Promise<Map<number, StockFigure>> {
  if (productIds.length === 0) return new Map()
  const found = await rows.many<Omit<StockFigure, 'free'>>(sql`
    select p.id as "productId", p.name, p.sku, p.unit, p.stock_e4 as stock, p.service,
      ${promisedQuantity(sql`p.id`, exceptOrderId)} as promised
    from products p where p.id = any(${[...productIds]}::bigint[])`)
  return new Map(found.map((row) => [row.productId, { ...row, free: subtractQuantity(row.stock, row.promised) }]))
}

/** Returns the stock figures in the order of the given ids. */
export const stockFiguresQuery = query(stockFigures, async (view, input) => {
  const figures = await readStock(view.rows, input.productIds, input.exceptOrderId ?? null)
  return { rows: input.productIds.flatMap((id) => figures.get(id) ?? []) }
})

/** Returns the ledger of a product, newest first, up to a day if one is given. */
export const stockLedgerQuery = query(stockLedger, async (view, input) => {
  const seesCosts = may(view.actor, productsRights.cost)
  const costs = seesCosts
    ? sql`cost_cents as cost, value_cents as value`
    : sql`null::bigint as cost, null::bigint as value`
  const shown = seesCosts ? sql`` : sql`and reason <> all(${[...COST_REASONS]}::text[])`
  const rows = await view.rows.many<{
    id: number
    at: string
    reason: LedgerReason
    quantity: Quantity
    balance: Quantity
    cost: Cents | null
    value: Cents | null
    document: LedgerDocument | null
    person: string
    note: string | null
  }>(sql`
    select id, at, reason, quantity_e4 as quantity, balance_e4 as balance, ${costs}, user_name as person, note,
      case when task_id is not null then jsonb_build_object('kind', 'task', 'id', task_id)
        when order_id is not null then jsonb_build_object('kind', 'order', 'id', order_id)
        when count_id is not null then jsonb_build_object('kind', 'count', 'id', count_id)
        when invoice_id is not null then jsonb_build_object('kind', 'invoice', 'id', invoice_id) end as document
    from stock_movements where product_id = ${input.productId} ${shown} ${input.day ? sql`and at < ${endOfDay(input.day)}` : sql``}
    order by at desc, id desc limit ${LEDGER_PAGE + 1} offset ${(input.page - 1) * LEDGER_PAGE}`)
  return { rows: rows.slice(0, LEDGER_PAGE), more: rows.length > LEDGER_PAGE }
})

/** Returns the products whose stock differs from their ledger. */
export const stockHealthQuery = keptQuery(stockHealth, async (view) => {
  const rows = await view.rows.many<{ productId: number; name: string; stock: Quantity; movements: Quantity }>(sql`
    select p.id as "productId", p.name, p.stock_e4 as stock, coalesce(m.total, 0)::bigint as movements
    from products p
    left join (select product_id, sum(quantity_e4) as total from stock_movements group by product_id) m
      on m.product_id = p.id
    where p.stock_e4 <> coalesce(m.total, 0)
    order by p.id limit 1000`)
  return { rows }
})
