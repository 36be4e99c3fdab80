/** Checks and computes the content of an order for creating and changing: prices, loans and totals. */
import { readKeptCustomer } from '#features/customers/server/kept-customer.ts'
import type { z } from 'zod'
import type { Day } from '#kernel/day.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { type Measured, sumMeasured } from '#features/products/domain/units.ts'
import { type Figure, shortages, totalNeeds } from '#features/stock/domain/availability.ts'
import { PLACES, type Quantity, toNumber, type UnitPrice, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Refusal, refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import type { createOrder } from '../../domain/contract.ts'
import { lentFor } from '../../domain/lending.ts'
import { needsOf, type OrderLine, type OrderLoan, type OrderStatus, whyNotWhole } from '../../domain/order.ts'
import { refuseLostBeyond } from '../moves/lost-pieces.ts'
import {
  costWithoutLent,
  lentQuantity,
  lineAmounts,
  orderTotals,
  type OrderTotals,
  roundVat,
} from '../../domain/totals.ts'

type Content = Omit<z.output<typeof createOrder.input>, 'offer'> & {
  /** The order that is changed. A new one has none. */
  readonly id?: number
}

type ProductRow = {
  id: number
  name: string
  sku: string
  unit: string
  vat: OrderLine['vat']
  salesPrice: UnitPrice
  costPrice: UnitPrice
  stock: Quantity
  service: boolean
}

type Lendable = {
  originId: number
  /** The material. */
  id: number
  name: string
  sku: string
  unit: Unit
  cost: UnitPrice
  stock: Quantity
  perUnit: Quantity
  /** The unit of `perUnit`. */
  recipeUnit: Unit
}

export type WrittenOrder = {
  readonly customer: { id: number; name: string; label: string }
  readonly lines: readonly OrderLine[]
  readonly loans: readonly OrderLoan[]
  readonly totals: OrderTotals
  /** PENDING-STOCK if anything that the order sells or lends is short (C-77), otherwise STOCK-OK. */
  readonly stockStatus: OrderStatus
}

/** The current content of a changed order. Its lines keep their prices, and its loans follow their lines. */
export type Earlier = {
  readonly lines: readonly {
    productId: number
    quantity: Quantity
    salesPrice: UnitPrice
    vat: OrderLine['vat']
    note: string
    lost: boolean
  }[]
  readonly loans: readonly { productId: number; originProductId: number | null; quantity: Quantity }[]
}

/** Returns a refusal if the delivery date is before `today`, otherwise null. */
export const deliveryPast = (expected: string | null, today: Day): Refusal | null =>
  expected !== null && expected.slice(0, 10) < today
    ? refusal('invalid', 'orders.delivery-past', { fields: { expectedDelivery: 'orders.delivery-past' } })
    : null

/** Checks the content of an order against customers, products and lending rules, and computes all totals. */
export async function prepareOrder(work: Work, input: Content, earlier?: Earlier): Promise<WrittenOrder> {
  const { tx } = work
  // all run at once, which saves round trips to the database
  const [customer, products, lendables] = await Promise.all([
    readKeptCustomer(tx, input.customerId),
    readProducts(work, [...new Set(input.lines.map((line) => line.productId))]),
    input.loans.length === 0
      ? []
      : readLendables(
          work,
          input.loans.map((loan) => loan.originProductId),
        ),
  ])
  if (!customer) refuse('missing', 'orders.customer-missing', { customerId: input.customerId })

  const loans = lentItems(input, lendables, earlier)
  const keptLines = new Map((earlier?.lines ?? []).map((line) => [line.productId, line]))
  const keptParts = partsOf(earlier?.lines ?? [])
  const sold = input.lines.map((line) => {
    const product = products.get(line.productId)
    if (!product) refuse('missing', 'orders.product-missing', { productId: line.productId })
    if (!hasLine(earlier, line)) stopOn(whyNotWhole(product, line.quantity))
    const kept = keptParts.get(product.id)?.shift()
    const lost = line.lost ?? kept?.lost ?? false
    const one = soldLine(line, product, keptLines.get(product.id), lentWith(product.id, loans, lendables))
    return { ...one, note: line.note ?? kept?.note ?? '', lost, service: one.service || lost }
  })
  const lines = roundVat(sold)
  await refuseLostBeyond(tx, customer, lines, input.id)
  const figures = new Map<number, Figure>([...lendables, ...products.values()].map((one) => [one.id, one]))
  const short = shortages(needsOf({ lines, loans }), figures).length > 0
  return { customer, lines, loans, totals: orderTotals(lines), stockStatus: short ? 'PENDING-STOCK' : 'STOCK-OK' }
}

/** Reports whether an order has a line of this product and quantity. Such a line keeps its quantity, also if it is a part of a piece. */
const hasLine = (earlier: Earlier | undefined, { productId, quantity }: Content['lines'][number]): boolean =>
  earlier?.lines.some((line) => line.productId === productId && line.quantity === quantity) ?? false

/** Returns the notes of the earlier lines of each product and whether they sell lost pieces, in the order of the lines. */
const partsOf = (lines: Earlier['lines']) => Map.groupBy(lines, ({ productId }) => productId)

/**
 * Returns the loans of an order with their quantities. Refuses an item that no product of the order lends, an item that
 * is given twice, and a quantity that differs from what the lines carry and is not confirmed.
 */
function lentItems({ loans, lines }: Content, lendables: readonly Lendable[], earlier?: Earlier): OrderLoan[] {
  const wanted = totalNeeds(lines)
  const wantedBefore = totalNeeds(earlier?.lines ?? [])
  return loans.map((loan, index) => {
    const lendable = lendables.find((one) => one.originId === loan.originProductId && one.id === loan.productId)
    const pieces = wanted.get(loan.originProductId) ?? ZERO_QUANTITY
    if (!lendable || pieces === 0) refuse('refused', 'orders.not-lendable', { line: index + 1 })
    const isSame = (one: { productId: number; originProductId: number | null }) =>
      one.productId === loan.productId && one.originProductId === loan.originProductId
    if (loans.findIndex(isSame) !== index) refuse('refused', 'orders.lent-twice', { name: lendable.name })
    const lentBefore = earlier?.loans.find(isSame)
    const before = lentBefore && {
      quantity: lentBefore.quantity,
      pieces: wantedBefore.get(loan.originProductId) ?? ZERO_QUANTITY,
    }
    const quantity = lentFor(loan, pieces, lendable, before)
    if (quantity === null)
      refuse('refused', 'orders.lent-differs', {
        name: lendable.name,
        line: index + 1,
        lent: toNumber(loan.quantity ?? ZERO_QUANTITY, PLACES.quantity),
        carried: toNumber(lentQuantity(pieces, lendable), PLACES.quantity),
      })
    if (loan.confirmed && loan.quantity !== lentBefore?.quantity) stopOn(whyNotWhole(lendable, quantity))
    return {
      productId: lendable.id,
      originProductId: lendable.originId,
      name: lendable.name,
      sku: lendable.sku,
      unit: lendable.unit,
      costPrice: lendable.cost,
      quantity,
    }
  })
}

/** Returns the lendable materials of a product that the order lends with it. */
const lentWith = (productId: number, loans: readonly OrderLoan[], lendables: readonly Lendable[]): Lendable[] =>
  lendables.filter(
    (one) =>
      one.originId === productId &&
      loans.some((loan) => loan.productId === one.id && loan.originProductId === productId),
  )

/**
 * Returns a line with its prices and amounts. A given price comes first, then the price of the earlier line `kept`, then
 * that of the product. The VAT of an earlier line stays. `lent` are the materials that the order lends with the product.
 */
function soldLine(
  { quantity, salesPrice: given }: Content['lines'][number],
  product: ProductRow,
  kept: Earlier['lines'][number] | undefined,
  lent: readonly Lendable[],
): Omit<OrderLine, 'note' | 'lost' | 'vatRounding'> {
  const salesPrice = given ?? kept?.salesPrice ?? product.salesPrice
  const vat = kept?.vat ?? product.vat
  return {
    productId: product.id,
    name: product.name,
    sku: product.sku,
    unit: product.unit,
    vat,
    salesPrice,
    costPrice: costWithoutLent(product.costPrice, lent),
    service: product.service,
    quantity,
    ...lineAmounts({ quantity, salesPrice, vat }),
  }
}

async function readProducts({ tx }: Work, ids: number[]): Promise<Map<number, ProductRow>> {
  const rows = await tx.many<ProductRow>(sql`
    select p.id, p.name, p.sku, p.unit, p.vat_bp as vat, p.sales_price_e4 as "salesPrice", p.stock_e4 as stock, p.service,
      p.cost_price_e4 as "costPrice"
    from products p where ${isOneOf(sql`p.id`, ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Reads the lendable materials in the requirements of products. */
async function readLendables({ tx }: Work, productIds: number[]): Promise<Lendable[]> {
  const found = await tx.many<Omit<Lendable, 'perUnit' | 'recipeUnit'> & { taken: [Measured, ...Measured[]] }>(sql`
    select r.product_id as "originId", m.id, m.name, m.sku, m.unit, m.cost_price_e4 as cost, m.stock_e4 as stock,
      json_agg(json_build_object('quantity', r.quantity_e4, 'unit', r.unit)) as taken
    from requirement_materials r join products m on m.id = r.material_id
    where ${isOneOf(sql`r.product_id`, productIds)} and m.lendable
    group by r.product_id, m.id`)
  return found.map(({ taken: [first, ...others], ...lendable }) => {
    const { quantity: perUnit, unit: recipeUnit } = sumMeasured(first, others)
    return { ...lendable, perUnit, recipeUnit }
  })
}

/** The columns of a line that are written, and how they are read from the JSON of many lines. */
const LINE_COLUMNS: Sql = sql`
    product_id, name, sku, unit, vat_bp, sales_price_e4, cost_price_e4, quantity_e4, total_cents, vat_cents, vat_rounding_cents, note, service, lost`
const LINE_VALUES: Sql = sql`
    "productId", name, sku, unit, vat, "salesPrice", "costPrice", quantity, total, "vatAmount", "vatRounding", note, service, lost`
const LINE_TYPES: Sql = sql`"lineNo" int, "productId" bigint, name text, sku text, unit text, vat int,
      "salesPrice" bigint, "costPrice" bigint, quantity bigint, total bigint, "vatAmount" bigint, "vatRounding" bigint, note text, service boolean, lost boolean`
const LOAN_COLUMNS: Sql = sql`product_id, origin_product_id, name, sku, unit, cost_price_e4, quantity_e4`
const LOAN_VALUES: Sql = sql`"productId", "originProductId", name, sku, unit, "costPrice", quantity`
const LOAN_TYPES: Sql = sql`"lineNo" int, "productId" bigint, "originProductId" bigint, name text, sku text,
      unit text, "costPrice" bigint, quantity bigint`

/** A line or loan may keep the number that it has; others are numbered in their order. */
type Placed<Row> = Row & { readonly lineNo?: number | undefined }
const LINE_NO: Sql = sql`coalesce("lineNo", row_number() over ())`

/** Returns the statement that writes the lines of an order. */
export const insertOfLines = (orderId: Sql, lines: readonly Placed<OrderLine>[]): Sql => sql`
    insert into order_lines (order_id, line_no, ${LINE_COLUMNS})
    select ${orderId}, ${LINE_NO}, ${LINE_VALUES}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l(${LINE_TYPES})`

/** Returns the statement that writes the loans of an order. */
export const insertOfLoans = (orderId: Sql, loans: readonly Placed<OrderLoan>[]): Sql => sql`
    insert into order_loans (order_id, line_no, ${LOAN_COLUMNS})
    select ${orderId}, ${LINE_NO}, ${LOAN_VALUES}
    from jsonb_to_recordset(${JSON.stringify(loans)}::jsonb) as l(${LOAN_TYPES})`

type LinesOf = Pick<WrittenOrder, 'lines' | 'loans'> & { readonly id: number }

/** Returns the parts of many orders, each with its order and its number there. */
const numbered = (orders: readonly LinesOf[], part: 'lines' | 'loans'): object[] =>
  orders.flatMap(({ id, [part]: rows }) => rows.map((row, at) => ({ ...row, order_id: id, line_no: at + 1 })))

/** Writes the lines and loans of many new orders. */
export async function writeManyLines({ tx }: Work, orders: readonly LinesOf[]): Promise<void> {
  await tx.run(sql`
    insert into order_lines (order_id, line_no, ${LINE_COLUMNS})
    select order_id, line_no, ${LINE_VALUES}
    from jsonb_to_recordset(${JSON.stringify(numbered(orders, 'lines'))}::jsonb) as l(order_id bigint, line_no int, ${LINE_TYPES})`)
  const loans = numbered(orders, 'loans')
  if (loans.length > 0)
    await tx.run(sql`
      insert into order_loans (order_id, line_no, ${LOAN_COLUMNS})
      select order_id, line_no, ${LOAN_VALUES}
      from jsonb_to_recordset(${JSON.stringify(loans)}::jsonb) as l(order_id bigint, line_no int, ${LOAN_TYPES})`)
}

/** Writes the lines and loans of an order, and replaces the earlier ones. */
export async function writeLines(
  { tx }: Pick<Work, 'tx'>,
  orderId: number,
  order: { readonly lines: readonly Placed<OrderLine>[]; readonly loans: readonly Placed<OrderLoan>[] },
  replace: boolean,
): Promise<void> {
  if (replace) {
    await tx.run(sql`delete from order_lines where order_id = ${orderId}`)
    await tx.run(sql`delete from order_loans where order_id = ${orderId}`)
  }
  await tx.run(insertOfLines(sql`${orderId}`, order.lines))
  if (order.loans.length > 0) await tx.run(insertOfLoans(sql`${orderId}`, order.loans))
}
