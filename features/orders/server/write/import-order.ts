/** Imports finished and open orders of another system, with the given ids, dates, prices, VAT and names (C-76, C-94). */
import { readKeptCustomers } from '#features/customers/server/kept-customer.ts'
import { whyNotHistoric } from '#features/parties/domain/opening-balance.ts'
import { openingDays } from '#features/parties/server/opening-balances.ts'
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { changes } from '#kernel/changes.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { addCents, type Cents, type Quantity, type Rate, toNumber, type UnitPrice } from '#kernel/money.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { day, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { importTogether, isGiven, unlessImported, zImported } from '#server/data-api/imported.ts'
import { zWireId } from '#server/data-api/values.ts'
import { PLACEHOLDERS } from '#server/import-numbers.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { columnsOf, typedColumns } from '#server/records/kinds.ts'
import { declaredWireFields, importedColumns } from '#server/records/wire.ts'
import { MOST_NOTE } from '../../domain/contract.ts'
import { ORDER_FIELDS } from '../../domain/fields.ts'
import {
  type ImportedAs,
  importedAs,
  INVOICE_MODES,
  type OrderStatus,
  STATUS_ALIASES,
  WAITING_STATUSES,
  whyNotImported,
  whyNotWhole,
} from '../../domain/order.ts'
import { lineAmounts, orderTotals, roundVat } from '../../domain/totals.ts'
import { SHORT } from '../order-stock.ts'
import { postOrders } from '../moves/post-orders.ts'
import { type WrittenOrder, writeManyLines } from './write-order.ts'

const { cents, signedCents, price, quantity, percent } = zImported

const zLine = z.looseObject({
  id: zWireId,
  name: z.string().max(300).nullish(),
  sku: z.string().max(100).nullish(),
  unit: z.string().max(30).nullish(),
  vat: percent.nullish(),
  salesprice: price,
  costprice: price.nullish(),
  quantity,
  totalPrdAmmount: cents.nullish(),
  vatProducts: cents.nullish(),
  vatRounding: signedCents.nullish(),
  note: z.string().max(MOST_NOTE).nullish(),
})
const zLoan = z.looseObject({
  id: zWireId,
  originid: zWireId.nullish(),
  name: z.string().max(300).nullish(),
  quantity,
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
  ...declaredWireFields(ORDER_FIELDS, 'o', { limited: true }),
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

/** Returns how an order was invoiced, or null. Refuses a way that does not exist. */
function knownMode(given: string | null | undefined): string | null {
  if (given && !INVOICE_MODES.some((one) => one === given))
    refuse('invalid', 'input', { fields: { invoicedAt: 'invalid_value' }, first: 'invoicedAt' })
  return given || null
}

type Sent = RecordOf<typeof importFields>
type Customer = { readonly id: number; readonly name: string; readonly label: string }

/** What is stored already of the things that records name. */
type Stored = {
  readonly orders: ReadonlyMap<number, { readonly hash: string | null }>
  readonly customers: ReadonlyMap<number, Customer>
  readonly products: ReadonlyMap<number, Known>
  /** The day of the opening balance of each customer that has one. */
  readonly openings: ReadonlyMap<number, Day>
}

/** Reads everything that the records name, in four statements however many records there are. */
async function readStored(work: Work, records: readonly Sent[]): Promise<Stored> {
  const { tx } = work
  const ids = records.map(({ id }) => id).filter(isGiven)
  const orders = await tx.many<{ id: number; hash: string | null }>(sql`
    select id, import_hash as hash from orders where id = any(${ids}::bigint[])`)
  const lines = records.flatMap(({ products, loans }) => [...(products ?? []), ...(loans ?? [])])
  const customers = await readKeptCustomers(tx, [...new Set(records.map((one) => one.customer_id).filter(isGiven))])
  return {
    orders: new Map(orders.map((order) => [order.id, order])),
    customers,
    openings: await openingDays(
      tx,
      'customers',
      [...customers.values()].map(({ id }) => id),
    ),
    products: await knownProducts(work, [...new Set(lines.map((line) => line.id))]),
  }
}

/** An order to write, without its number. */
type Imported = Pick<WrittenOrder, 'lines' | 'loans'> & { readonly row: Readonly<Record<string, unknown>> }

/** Returns the order that a record describes. Refuses a status that no import has, and a customer or product that does not exist. */
function importedOrder(record: Sent, hash: string, now: string, stored: Stored): Imported {
  const { customers, products, openings } = stored
  stopOn(whyNotImported(record.status ?? ''))
  const as = importedAs(record.status as OrderStatus)
  const { status, historic } = as
  const customer = isGiven(record.customer_id) ? customers.get(record.customer_id) : undefined
  if (!customer) return refuse('missing', 'orders.customer-missing', { customerId: record.customer_id })
  const product = (productId: number): Known =>
    products.get(productId) ?? refuse('missing', 'orders.product-missing', { productId })
  // what goes on here is counted in whole pieces; history stays as it was
  if (!historic)
    for (const line of [...(record.products ?? []), ...(record.loans ?? [])])
      stopOn(whyNotWhole(product(line.id), line.quantity as Quantity))
  const own = (record.products ?? []).map((line) => importedLine(line, product(line.id), historic))
  // what is still to be invoiced must add up
  const lines = historic || status === 'INVOICED' ? own : roundVat(own)
  const loans = (record.loans ?? []).map((loan) => importedLoan(loan, product(loan.id)))
  const sums = orderTotals(lines)
  const given = historic ? record.totals : null
  const products_cents = (given?.totalProductsAmmount ?? sums.products) as Cents
  const vat_cents = (given?.totalVat ?? sums.vat) as Cents
  const created = record.created ?? now
  // of historic orders only these count in the balance
  if (status === 'SHIPPED')
    stopOn(whyNotHistoric((record.invoiced_on ?? dayOf(created)) as Day, openings.get(customer.id), customer.name))
  return {
    lines,
    loans,
    row: {
      status: isWaiting(as) ? 'PENDING-STOCK' : status,
      historic,
      packed_earlier: as.packedEarlier,
      customer_id: customer.id,
      name: record.name || customer.name,
      label: record.label ?? customer.label,
      ...importedColumns(ORDER_FIELDS, record, now),
      delivery_address: record.delivery_address ?? {},
      ...progressOf(record, as),
      services: record.services ?? [],
      line_count: sums.lineCount,
      quantity_e4: sums.quantity,
      products_cents,
      vat_cents,
      total_cents: given?.totalOrder ?? addCents(products_cents, vat_cents),
      created_at: created,
      updated_at: record.updated ?? created,
      import_hash: hash,
    },
  }
}

/** Reports whether the stock decides the status of an imported order. */
const isWaiting = ({ status }: ImportedAs): boolean => WAITING_STATUSES.includes(status)

/** Returns what happened to an order in the earlier system, as far as it has come here: who packed it, how it was invoiced, who drives it. */
function progressOf(record: Sent, { status, historic, packedEarlier }: ImportedAs) {
  const isInvoiced = status === 'INVOICED'
  const mode = knownMode(record.invoicedAt) ?? (isInvoiced ? 'epsilon' : null)
  return {
    packaged_by: historic || packedEarlier ? (record.packagedBy ?? '') : '',
    refcode: historic || isInvoiced ? (record.refcode ?? null) : null,
    invoice_mode: historic || isInvoiced ? mode : null,
    invoiced_on: historic || isInvoiced ? (record.invoiced_on ?? null) : null,
    shipping: historic ? (record.shipping ?? {}) : {},
    // an open order is planned anew
    shipping_by: historic ? (record.shipping_by ?? '') : '',
  }
}

/** Returns a line as it was given. The amounts of a line that is still to be invoiced are computed. */
function importedLine(line: z.output<typeof zLine>, known: Known, historic: boolean): WrittenOrder['lines'][number] {
  const own = {
    quantity: line.quantity as Quantity,
    salesPrice: line.salesprice as UnitPrice,
    vat: (line.vat ?? known.vat) as Rate,
  }
  const amounts = lineAmounts(own)
  const vatRounding = (line.vatRounding ?? 0) as Cents
  return {
    productId: known.id,
    name: line.name || known.name,
    sku: line.sku ?? known.sku,
    unit: line.unit || known.unit,
    costPrice: (line.costprice ?? known.cost) as UnitPrice,
    ...own,
    total: ((historic ? line.totalPrdAmmount : null) ?? amounts.total) as Cents,
    vatAmount: addCents(((historic ? line.vatProducts : null) ?? amounts.vatAmount) as Cents, vatRounding),
    vatRounding,
    note: line.note ?? '',
    service: known.service,
    lost: false,
  }
}

const importedLoan = (loan: z.output<typeof zLoan>, known: Known): WrittenOrder['loans'][number] => ({
  productId: known.id,
  originProductId: loan.originid ?? null,
  name: loan.name || known.name,
  sku: known.sku,
  unit: known.unit,
  costPrice: known.cost,
  quantity: loan.quantity as Quantity,
})

/** Writes one order of an earlier system, as `importOrders` does, and returns its id. */
export async function importOrder(work: Work, record: Sent): Promise<number> {
  const [{ id } = { id: 0 }] = await importOrders(work, [record])
  return id
}

/**
 * Writes orders of an earlier system in a few statements, and returns the id of each and whether it is new. Moves no stock, books no loan and
 * sends no document. An order that was imported with the same content stays as it is. The first record that a rule refuses refuses all of them.
 */
export async function importOrders(
  work: Work,
  records: readonly Sent[],
): Promise<readonly { readonly id: number; readonly isNew: boolean }[]> {
  const stored = await readStored(work, records)
  const taken = new Set(PLACEHOLDERS.orders)
  return importTogether(records, {
    toWrite: (record) => orderToWrite(record, work.now, stored, taken),
    nextId: async () => (await work.tx.one<{ id: number }>(sql`select next_order_id() as id`)).id,
    insert: (orders) => insertOrders(work, orders),
  })
}

/** Returns the order that a record describes, or null if exactly this record was imported before. `taken` are the ids of other records. */
const orderToWrite = (record: Sent, now: string, stored: Stored, taken: Set<number>): Imported | null =>
  unlessImported(record, stored.orders, {
    taken,
    idTaken: (orderId) => refusal('conflict', 'orders.id-taken', { orderId }),
    describe: (hash) => importedOrder(record, hash, now, stored),
  })

/** Customers and products that are imported before the orders. */
export type Coming = {
  readonly customers: ReadonlyMap<number, Customer>
  readonly products: ReadonlyMap<number, Pick<Known, 'id' | 'name' | 'unit'>>
}

/**
 * Calls the rules of `importOrders` and writes nothing. Returns a function that reports whether a record is new; it throws the refusal of
 * that record.
 */
export async function triedOrders(
  work: Work,
  records: readonly Sent[],
  coming: Coming,
): Promise<(record: Sent) => boolean> {
  const stored = await readStored(work, records)
  const products = [...coming.products.values()].map((one): [number, Known] => [one.id, { ...UNKNOWN, ...one }])
  const known = {
    ...stored,
    customers: new Map([...coming.customers, ...stored.customers]),
    products: new Map([...products, ...stored.products]),
  }
  const taken = new Set(PLACEHOLDERS.orders)
  return (record) => orderToWrite(record, work.now, known, taken) !== null
}

/** The fields of a product that is still to come which no rule reads. */
const UNKNOWN: Omit<Known, 'id' | 'name' | 'unit'> = {
  sku: '',
  vat: 0 as Rate,
  cost: 0 as UnitPrice,
  service: false,
}

async function insertOrders(work: Work, orders: readonly (Imported & { readonly id: number })[]): Promise<void> {
  const columns = sql`
    status, historic, packed_earlier, customer_id, name, label, ${columnsOf(ORDER_FIELDS)}, refcode, shipping,
    shipping_by, packaged_by, invoice_mode, invoiced_on, services, line_count, quantity_e4, products_cents, vat_cents, total_cents,
    created_at, updated_at, import_hash`
  await work.tx.run(sql`
    insert into orders (id, ${columns})
    select id, ${columns} from jsonb_to_recordset(${JSON.stringify(orders.map(({ id, row }) => ({ id, ...row })))}::jsonb) as o(
      id bigint, status text, historic boolean, packed_earlier boolean, customer_id bigint, name text, label text, ${typedColumns(ORDER_FIELDS)}, refcode text, shipping jsonb, shipping_by text, packaged_by text,
      invoice_mode text, invoiced_on date, services jsonb, line_count int, quantity_e4 bigint, products_cents bigint, vat_cents bigint,
      total_cents bigint, created_at timestamptz, updated_at timestamptz, import_hash text)`)
  await writeManyLines(work, orders)
  await postOrders(
    work.tx,
    orders.flatMap(({ id, row }) => (row['status'] === 'SHIPPED' ? [id] : [])),
  )
  const waiting = orders.filter(({ row }) => row['status'] === 'PENDING-STOCK').map(({ id }) => id)
  const inStock =
    waiting.length === 0
      ? []
      : await work.tx.many<{ id: number }>(sql`
    update orders o set status = 'STOCK-OK' where ${isOneOf(sql`o.id`, waiting)} and ${SHORT}::jsonb = '[]' returning o.id`)
  const found = new Set(inStock.map(({ id }) => id))
  for (const { id, row } of orders)
    work.record({
      entity: 'orders',
      id,
      changes: changes(
        {},
        { status: found.has(id) ? 'STOCK-OK' : row['status'], total: toNumber(row['total_cents'] as Cents, 2) },
      ),
    })
}
