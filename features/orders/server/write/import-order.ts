/** Imports orders that another system finished, with the given ids, dates, prices, VAT, totals and names (C-76). */
import { createHash } from 'node:crypto'
import { readKeptCustomer } from '#features/customers/server/kept-customer.ts'
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { changes } from '#kernel/changes.ts'
import { addCents, type Cents, type Quantity, type Rate, toNumber, type UnitPrice } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { day, integer, json, moment, type RecordOf, text, wallClock } from '#server/data-api/fields.ts'
import { zWireDecimal, zWireId } from '#server/data-api/values.ts'
import { sql } from '#server/db/database.ts'
import { MOST_NOTE, zAddress } from '../../domain/contract.ts'
import { INVOICE_MODES, type OrderStatus, STATUS_ALIASES, whyNotImported } from '../../domain/order.ts'
import { lineAmounts, orderTotals } from '../../domain/totals.ts'
import { writeLines } from './write-order.ts'

/** Ids that external programs use for placeholder orders (C-14). */
const PLACEHOLDERS: readonly number[] = [88888, 999999]
/**
 * The highest id. New orders continue after the highest import, and JavaScript cannot represent ids beyond 2^53
 * exactly.
 */
const HIGHEST_ID = 999_999_999_999

const notBelowZero = [(value: number) => value >= 0, { message: 'below zero' }] as const
// earlier VAT rates and sums that do not add up are accepted, but no negative amounts
const cents = zWireDecimal(2, { rounded: true }).refine(...notBelowZero)
const price = zWireDecimal(4, { rounded: true }).refine(...notBelowZero)
const quantity = zWireDecimal(4, { rounded: true })
const percent = zWireDecimal(2, { rounded: true })
  .refine(...notBelowZero)
  .refine((value) => value <= 100_00, { message: 'above 100' })

const zLine = z.looseObject({
  id: zWireId,
  name: z.string().max(300).nullish(),
  sku: z.string().max(100).nullish(),
  unit: z.string().max(30).nullish(),
  vat: percent.nullish(),
  salesprice: price,
  costprice: price.nullish(),
  quantity: quantity.refine((value) => value > 0, { message: 'quantity' }),
  totalPrdAmmount: cents.nullish(),
  vatProducts: cents.nullish(),
  note: z.string().max(MOST_NOTE).nullish(),
})
const zLoan = z.looseObject({
  id: zWireId,
  originid: zWireId.nullish(),
  name: z.string().max(300).nullish(),
  quantity: quantity.refine((value) => value > 0, { message: 'quantity' }),
})
const zTotals = z.looseObject({
  totalOrder: cents.nullish(),
  totalVat: cents.nullish(),
  totalProductsAmmount: cents.nullish(),
})

/** The fields of an import. They are more than those of other records, because given values are not computed again. */
export const importFields = {
  id: integer('o.id'),
  name: text('o.name', { max: 300 }),
  label: text('o.label', { max: 300 }),
  customer_id: integer('o.customer_id', { required: true }),
  description: text('o.description', { max: 4000 }),
  driverinfo: text('o.driver_note', { max: 2000 }),
  delivery_address: json('o.delivery_address', {
    shape: z.union([zAddress, z.string().transform((address) => ({ address }))]),
  }),
  expected_delivery_date: wallClock('o.expected_delivery_at'),
  valid_until: day('o.valid_until'),
  status: text('o.status', { aliases: STATUS_ALIASES, required: true }),
  refcode: text('o.refcode', { max: 30 }),
  shipping: json('o.shipping', { shape: z.record(z.string(), z.unknown()) }),
  shipping_by: text('o.shipping_by', { max: 200 }),
  packagedBy: text('o.packaged_by', { max: 200 }),
  products: json('o.lines', { shape: z.array(zLine).min(1).max(MOST_LINES), required: true }),
  loans: json('o.loans', { shape: z.array(zLoan).max(MOST_LINES) }),
  services: json('o.services'),
  totals: json('o.totals', { shape: zTotals }),
  created: moment('o.created_at'),
  updated: moment('o.updated_at'),
  invoicedAt: text('o.invoice_mode', { values: INVOICE_MODES }),
  invoiced_on: day('o.invoiced_on'),
}

type Known = { id: number; name: string; sku: string; unit: string; vat: Rate; cost: UnitPrice; service: boolean }

/** Returns the products of an import. */
async function knownProducts({ tx }: Work, ids: readonly number[]): Promise<Map<number, Known>> {
  const rows = await tx.many<Known>(sql`
    select p.id, p.name, p.sku, p.unit, p.vat_bp as vat, p.service, p.cost_price_e4 as cost from products p where p.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the id of the imported order: the given one, which no new order gets then, or without one the next. */
async function takeId({ tx }: Work, given: number | null | undefined): Promise<number> {
  if (given == null) return (await tx.one<{ id: number }>(sql`select next_order_id() as id`)).id
  if (given > HIGHEST_ID) refuse('invalid', 'input', { fields: { id: 'too_big' }, first: 'id' })
  const taken = await tx.maybe(sql`select id from orders where id = ${given}`)
  if (given < 1 || PLACEHOLDERS.includes(given) || taken) refuse('conflict', 'orders.id-taken', { orderId: given })
  await tx.run(sql`select number_orders_after(${given}::bigint)`)
  return given
}

/** Returns how an order was invoiced, or null. Refuses a way that does not exist. */
function knownMode(given: string | null | undefined): string | null {
  if (given && !INVOICE_MODES.some((one) => one === given))
    refuse('invalid', 'input', { fields: { invoicedAt: 'invalid_value' }, first: 'invoicedAt' })
  return given || null
}

/** Returns a hash of a record that does not depend on the order of its fields. */
function hashOf(record: RecordOf<typeof importFields>): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  return createHash('sha256').update(JSON.stringify(record, sorted)).digest('hex')
}

/** Reports whether exactly this record was imported before under its id. */
async function wasImported({ tx }: Work, id: number | null | undefined, hash: string): Promise<boolean> {
  if (id == null) return false
  return (await tx.maybe(sql`select id from orders where id = ${id} and historic and import_hash = ${hash}`)) !== null
}

/**
 * Writes one historic order and returns its id. Moves no stock, books no loan and sends no document. An order that was imported with
 * the same content stays as it is.
 */
export async function importOrder(work: Work, record: RecordOf<typeof importFields>): Promise<number> {
  const { tx } = work
  const hash = hashOf(record)
  if (record.id != null && (await wasImported(work, record.id, hash))) return record.id
  const status = record.status as OrderStatus
  stopOn(whyNotImported(status))
  const mode = knownMode(record.invoicedAt)
  const customer = record.customer_id == null ? null : await readKeptCustomer(tx, record.customer_id)
  if (!customer) refuse('missing', 'orders.customer-missing', { customerId: record.customer_id })
  const given = record.products ?? []
  const lent = record.loans ?? []
  const products = await knownProducts(work, [...new Set([...given, ...lent].map((line) => line.id))])
  const product = (productId: number): Known =>
    products.get(productId) ?? refuse('missing', 'orders.product-missing', { productId })

  const lines = given.map((line) => {
    const known = product(line.id)
    const own = {
      quantity: line.quantity as Quantity,
      salesPrice: line.salesprice as UnitPrice,
      vat: (line.vat ?? known.vat) as Rate,
    }
    const amounts = lineAmounts(own)
    return {
      productId: known.id,
      name: line.name || known.name,
      sku: line.sku ?? known.sku,
      unit: line.unit || known.unit,
      costPrice: (line.costprice ?? known.cost) as UnitPrice,
      ...own,
      total: (line.totalPrdAmmount ?? amounts.total) as Cents,
      vatAmount: (line.vatProducts ?? amounts.vatAmount) as Cents,
      note: line.note ?? '',
      service: known.service,
      lost: false,
    }
  })
  const loans = lent.map((loan) => {
    const known = product(loan.id)
    return {
      productId: known.id,
      originProductId: loan.originid ?? null,
      name: loan.name || known.name,
      sku: known.sku,
      unit: known.unit,
      costPrice: known.cost,
      quantity: loan.quantity as Quantity,
    }
  })
  const sums = orderTotals(lines)
  const products_cents = (record.totals?.totalProductsAmmount ?? sums.products) as Cents
  const vat_cents = (record.totals?.totalVat ?? sums.vat) as Cents
  const total = record.totals?.totalOrder ?? addCents(products_cents, vat_cents)
  const id = await takeId(work, record.id)
  const created = record.created ?? work.now
  await tx.run(sql`
    insert into orders (id, historic, status, customer_id, name, label, description, driver_note, delivery_address,
      expected_delivery_at, valid_until, refcode, shipping, shipping_by, packaged_by, invoice_mode, invoiced_on, services,
      line_count, quantity_e4, products_cents, vat_cents, total_cents, created_at, updated_at, import_hash)
    values (${id}, true, ${status}, ${customer.id}, ${record.name || customer.name}, ${record.label ?? customer.label},
      ${record.description ?? ''}, ${record.driverinfo ?? ''}, ${JSON.stringify(record.delivery_address ?? {})}::jsonb,
      ${record.expected_delivery_date ?? null}::timestamp, ${record.valid_until ?? null}::date, ${record.refcode ?? null},
      ${JSON.stringify(record.shipping ?? {})}::jsonb, ${record.shipping_by ?? ''}, ${record.packagedBy ?? ''}, ${mode},
      ${record.invoiced_on ?? null}::date, ${JSON.stringify(record.services ?? [])}::jsonb, ${sums.lineCount}, ${sums.quantity},
      ${products_cents}::bigint, ${vat_cents}::bigint, ${total}::bigint, ${created}::timestamptz, ${record.updated ?? created}::timestamptz, ${hash})`)
  await writeLines(work, id, { lines, loans }, false)
  work.record({ entity: 'orders', id, changes: changes({}, { status, total: toNumber(total, 2) }) })
  return id
}
