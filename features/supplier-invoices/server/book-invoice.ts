/** Books an inbound invoice: the document, the stock, and the costs. */
import type { z } from 'zod'
import type { Unit } from '#features/products/domain/product.ts'
import { storeTriedCosts } from '#features/products/server/costs/change-costs.ts'
import { readEntered } from '#features/products/server/costs/entered-costs.ts'
import { tryCosts } from '#features/products/server/costs/try-costs.ts'
import { flagsOf } from '#features/settings/domain/document-codes.ts'
import { readCodes } from '#features/settings/server/document-codes.ts'
import { moveStock } from '#features/stock/server/move-stock.ts'
import type { Day } from '#kernel/day.ts'
import {
  PLACES,
  type Quantity,
  type Rate,
  rate,
  toNumber,
  type UnitPrice,
  unitPrice,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { invoiceLineAmounts, invoiceTotals, type LineAmounts } from '#features/buying/domain/amounts.ts'
import type { createInvoice } from '../domain/contract.ts'
import { whyNotBought } from '#features/buying/domain/request.ts'
import { setsCostOn, whyNotBooked } from '../domain/invoice.ts'
import { readTaken } from './form-queries.ts'
import { type BoughtProduct, rememberPurchases } from '#features/supplier-catalogue/server/remember.ts'
import { postInvoices } from './post-invoices.ts'
import { insertInvoice } from '#features/buying/server/write-documents.ts'
import { bookArrivals, demandRequests } from '#features/buying/server/arrive.ts'

type Input = z.output<typeof createInvoice.input>
type InputLine = Input['lines'][number]

type Product = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly sku: string
  readonly provsku: string
  readonly category: string
  readonly unit: Unit
  readonly vat: Rate
  readonly cost: UnitPrice
  readonly stock: Quantity
  readonly service: boolean
  /** The invoice that set the present cost, and its day; null if a person set it. */
  readonly costFrom: number | null
  readonly costOn: Day | null
}

/** A line as it is stored. */
type BookedLine = LineAmounts & {
  readonly productId: number | null
  readonly name: string
  readonly description: string
  readonly sku: string
  readonly providerSku: string
  readonly category: string
  readonly unit: Unit
  readonly quantity: Quantity
  readonly price: UnitPrice
  readonly discount: Rate
  readonly vat: Rate
  readonly costBefore: UnitPrice
  readonly setsCost: boolean
  /** On the line that says the cost of its product: the invoice that had set the cost before. */
  readonly costFrom: number | null
  readonly costOn: Day | null
  readonly stock: Quantity
  readonly requestId: number | null
  readonly requestLineNo: number | null
}

/**
 * Books an invoice. The transaction must be serializable, because costs climb in it.
 */
export async function bookInvoice(work: Work, input: Input): Promise<{ id: number; climbed: number }> {
  stopOn(whyNotBooked({ ...input, hasProvider: true, lineCount: input.lines.length }))
  const provider = await readProvider(work, input.providerId)
  await demandFreeNumber(work, provider, input.number)
  await demandRequests(
    work,
    input.lines.flatMap(({ request }) => request?.id ?? []),
  )
  const zeroVat = flagsOf(await readCodes(work.tx), input.refcode).zeroVat
  const products = await readProducts(work, input.lines)
  const entered = await readEntered(work.tx, [...products.keys()])
  const isEntered = (id: number) => entered.get(id)?.computed === false
  const day = input.importDate ?? work.today
  const lines = markCosts(
    input.lines.map((line) => bookedLine(line, productOf(line, products), zeroVat)),
    isEntered,
    day,
  )
  const totals = invoiceTotals(lines)
  const { number, refcode, note } = input
  const correctsId = await correctedId(work, input)
  const id = await insertInvoice(work, { provider, importDate: day, number, refcode, totals, note, correctsId }, lines)
  await postInvoices(work.tx, [id])
  await moveStock(
    work,
    lines.flatMap(({ productId, quantity, net }) =>
      productId === null || products.get(productId)?.service
        ? []
        : [{ productId, quantity, reason: 'purchased' as const, invoiceId: id, cost: net }],
    ),
  )
  const tried = new Map(
    lines.flatMap(({ productId, setsCost, newCost }) => (productId !== null && setsCost ? [[productId, newCost]] : [])),
  )
  const climbed = await setCosts(work, id, entered, tried)
  await bookArrivals(work, id)
  await rememberPurchases(work, {
    providerId: provider.id,
    day,
    lines: boughtOf(input.lines, lines),
  })
  work.record({
    entity: 'invoices',
    id,
    changes: {
      number: [null, input.number],
      provider: [null, provider.name],
      lines: [null, totals.lineCount],
      total: [null, toNumber(totals.total, PLACES.cents)],
    },
  })
  work.moved({ entity: 'providers', id: provider.id })
  return { id, climbed }
}

/** Returns what the catalogue of the provider remembers. Goods for free say nothing about a price. */
const boughtOf = (typed: readonly InputLine[], lines: readonly BookedLine[]): BoughtProduct[] =>
  lines.flatMap(({ productId, newCost: price, price: listPrice, discount }, index) =>
    productId === null || price === 0
      ? []
      : [{ productId, code: typed[index]?.providerSku ?? '', name: '', price, listPrice, discount }],
  )

type Provider = { readonly id: number; readonly name: string; readonly vat: string }

async function readProvider({ tx }: Work, id: number): Promise<Provider> {
  const provider = await tx.maybe<Provider>(
    sql`select id, name, vat from providers where id = kept_provider(${id}::bigint) and not system`,
  )
  return provider ?? refuse('missing', 'purchases.no-provider', { providerId: id })
}

/** Refuses a number that the provider has given already (C-51). The database refuses what another transaction stores meanwhile. */
async function demandFreeNumber({ tx }: Work, { id, name }: Provider, number: string): Promise<void> {
  const taken = await readTaken(tx, id, number)
  if (taken)
    refuse('conflict', 'purchases.number-taken', {
      number,
      provider: name,
      invoiceId: taken.id,
      fields: { number: 'purchases.number-taken' },
    })
}

async function readProducts({ tx }: Work, lines: readonly InputLine[]): Promise<Map<number, Product>> {
  const ids = [...new Set(lines.flatMap(({ productId }) => (productId === null ? [] : [productId])))]
  if (ids.length === 0) return new Map()
  const rows = await tx.many<Product>(sql`
    select p.id, p.name, p.description, p.sku, p.provsku, p.category, p.unit, p.vat_bp as vat, p.cost_price_e4 as cost,
      p.stock_e4 as stock, p.service, r.invoice_id as "costFrom", f.import_date as "costOn"
    from products p left join received_costs r on r.product_id = p.id left join inbound_invoices f on f.id = r.invoice_id
    where ${isOneOf(sql`p.id`, ids)}`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the product of a line, or null for an expense. Refuses an unknown product, another unit and a part of a piece (C-97). */
function productOf(
  { productId, name, unit, quantity }: InputLine,
  products: ReadonlyMap<number, Product>,
): Product | null {
  if (productId === null) {
    if (name === '') refuse('refused', 'purchases.no-name')
    return null
  }
  const product = products.get(productId) ?? refuse('missing', 'purchases.no-product', { productId })
  if (unit !== undefined && unit !== product.unit) refuse('refused', 'purchases.other-unit', { name: product.name })
  stopOn(whyNotBought(product, quantity))
  return product
}

const NO_COST = unitPrice(0)

function bookedLine(line: InputLine, product: Product | null, zeroVat: boolean): BookedLine {
  const vat = zeroVat ? rate(0) : (line.vat ?? product?.vat ?? rate(0))
  return {
    ...invoiceLineAmounts({ ...line, vat }, zeroVat),
    productId: product?.id ?? null,
    name: product?.name ?? line.name,
    description: product?.description ?? '',
    sku: product?.sku ?? '',
    providerSku: line.providerSku || (product?.provsku ?? ''),
    category: product?.category ?? '',
    unit: product?.unit ?? line.unit ?? 'Item',
    quantity: line.quantity,
    price: line.price,
    discount: line.discount,
    vat,
    costBefore: product?.cost ?? NO_COST,
    setsCost: false,
    costFrom: product?.costFrom ?? null,
    costOn: product?.costOn ?? null,
    stock: product?.stock ?? ZERO_QUANTITY,
    requestId: line.request?.id ?? null,
    requestLineNo: line.request?.lineNo ?? null,
  }
}

/**
 * Marks the lines that set the cost of their product: of several lines the last one with a price. Goods for free leave the cost as it
 * is, and so do a product whose cost follows from its materials, and an invoice that is older than the one that set the cost (C-100).
 */
function markCosts(lines: readonly BookedLine[], isEntered: (productId: number) => boolean, day: Day): BookedLine[] {
  const last = new Map<number, number>()
  for (const [index, { productId, newCost }] of lines.entries())
    if (productId !== null && newCost > 0 && isEntered(productId)) last.set(productId, index)
  return lines.map((line, index) => {
    const saysCost = line.productId !== null && last.get(line.productId) === index
    return {
      ...line,
      setsCost: saysCost && setsCostOn(day, line.costOn),
      costFrom: saysCost ? line.costFrom : null,
    }
  })
}

/** Returns the cancelled invoice that this one replaces. One that does not exist or is not cancelled is left out. */
async function correctedId({ tx }: Work, { correctsId }: Input): Promise<number | null> {
  if (correctsId === null) return null
  const found = await tx.maybe<{ id: number }>(
    sql`select id from inbound_invoices where id = ${correctsId} and type = 'INBOUND' and state = 'CANCELED'`,
  )
  return found?.id ?? null
}

/** Stores the new costs with those that climb from them, and notes that the invoice set them. Returns how many others changed. */
async function setCosts(
  work: Work,
  invoiceId: number,
  entered: Awaited<ReturnType<typeof readEntered>>,
  tried: ReadonlyMap<number, UnitPrice>,
): Promise<number> {
  if (tried.size === 0) return 0
  const costs = await tryCosts(work.tx, entered, tried)
  const climbed = await storeTriedCosts(
    work,
    [...tried.keys()].flatMap((id) => entered.get(id) ?? []),
    costs,
  )
  // written last, because a changed cost ends the row of its product
  await work.tx.run(sql`
    insert into received_costs (product_id, invoice_id) select unnest(${[...tried.keys()]}::bigint[]), ${invoiceId}
    on conflict (product_id) do update set invoice_id = excluded.invoice_id`)
  return climbed
}
