/** Imports inbound invoices that another system booked, with the given ids, dates, numbers, prices, VAT and totals (C-76). */
import { z } from 'zod'
import { whyNotHistoric } from '#features/parties/domain/opening-balance.ts'
import { openingDays } from '#features/parties/server/opening-balances.ts'
import { UNITS, type Unit } from '#features/products/domain/product.ts'
import { readKeptProviders } from '#features/providers/server/kept-provider.ts'
import { changes } from '#kernel/changes.ts'
import { type Day, dayOf } from '#kernel/day.ts'
import { lookAlikeKey } from '#kernel/fold.ts'
import {
  addCents,
  type Cents,
  type Quantity,
  type Rate,
  rate,
  toNumber,
  type UnitPrice,
  unitPrice,
} from '#kernel/money.ts'
import { refusal, refuse, stopOn } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { day, integer, json, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { importTogether, isGiven, unlessImported, zImported } from '#server/data-api/imported.ts'
import { zWireId } from '#server/data-api/values.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { insertHistoricInvoices } from '#features/buying/server/write-documents.ts'
import { invoiceLineAmounts, invoiceTotals } from '#features/buying/domain/amounts.ts'
import { MOST_INVOICE_LINES } from '../../domain/contract.ts'
import { isSameNumber, readHistoricState, whyNotHistoricType } from '../../domain/invoice.ts'
import { postInvoices } from '../post-invoices.ts'

const { cents, price, quantity, percent } = zImported

const zLine = z.looseObject({
  id: zWireId.nullish(),
  name: z.string().max(300).nullish(),
  description: z.string().max(10_000).nullish(),
  sku: z.string().max(100).nullish(),
  category: z.string().max(200).nullish(),
  unit: z.enum(UNITS).nullish().catch(null),
  quantity,
  costprice: price.nullish(),
  costpricenew: price.nullish(),
  vat: percent.nullish(),
  totalPrdAmmount: cents.nullish(),
  vatProducts: cents.nullish(),
})
type SentLine = z.output<typeof zLine>

const zTotals = z.looseObject({
  totalPrdAmmount: cents.nullish(),
  totalVat: cents.nullish(),
  totalQuantity: quantity.nullish().catch(null),
  totalOrder: cents.nullish(),
})

/** The fields of an import. They are more than those of other records, because given values are not computed again. */
export const importFields = {
  id: integer('i.id'),
  providerid: integer('i.provider_id', { required: true }),
  providername: text('i.provider_name', { max: 300 }),
  providervat: text('i.provider_vat', { max: 50 }),
  importDate: day('i.import_date'),
  number: text('i.number', { max: 50 }),
  type: text('i.type', { max: 30 }),
  status: text('i.state', { max: 30 }),
  content: json('i.content', { shape: z.array(zLine).max(MOST_INVOICE_LINES) }),
  refcode: text('i.refcode', { max: 30 }),
  totals: json('i.totals', { shape: zTotals }),
  created: moment('i.created_at'),
  enteredby: text('i.user_name', { max: 200 }),
}

type Sent = RecordOf<typeof importFields>
type Provider = { readonly id: number; readonly name: string; readonly vat: string }
type Known = {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly sku: string
  readonly category: string
  readonly unit: Unit
  readonly vat: Rate
}

/** What is stored already of the things that records name. */
type Stored = {
  readonly invoices: ReadonlyMap<number, { readonly hash: string | null }>
  readonly providers: ReadonlyMap<number, Provider>
  readonly products: ReadonlyMap<number, Known>
  /** The day of the opening balance of each provider that has one. */
  readonly openings: ReadonlyMap<number, Day>
  /** The numbers of invoices of these providers that were booked here. */
  readonly booked: readonly { readonly providerId: number; readonly number: string; readonly id: number }[]
}

/** Reads everything that the records name, in five statements however many records there are. */
async function readStored({ tx }: Pick<Work, 'tx'>, records: readonly Sent[]): Promise<Stored> {
  const unique = (ids: readonly (number | null | undefined)[]): number[] => [...new Set(ids.filter(isGiven))]
  const ids = unique(records.map(({ id }) => id))
  const invoices = await tx.many<{ id: number; hash: string | null }>(sql`
    select id, import_hash as hash from inbound_invoices where id = any(${ids}::bigint[])`)
  const providers = await readKeptProviders(tx, unique(records.map(({ providerid }) => providerid)))
  const kept = unique([...providers.values()].map(({ id }) => id))
  const products = await tx.many<Known>(sql`
    select id, name, description, sku, category, unit, vat_bp as vat from products
    where id = any(${unique(records.flatMap(({ content }) => (content ?? []).map(({ id }) => id)))}::bigint[])`)
  return {
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    providers,
    products: new Map(products.map((product) => [product.id, product])),
    openings: await openingDays(tx, 'providers', kept),
    booked: await readBooked(tx, kept, records),
  }
}

/** Returns the invoices of these providers that were booked here under one of the numbers of the records. */
const readBooked = (rows: Rows, providers: readonly number[], records: readonly Sent[]): Promise<Stored['booked']> =>
  rows.many(sql`
    select provider_id as "providerId", number, id from inbound_invoices
    where provider_id = any(${[...providers]}::bigint[]) and type = 'INBOUND' and state <> 'CANCELED' and not historic
      and look_alike_key(number) = any(${records.map(({ number }) => lookAlikeKey((number ?? '').trim()))}::text[])`)

/** An invoice to write, without its number. */
type Imported = { readonly row: Readonly<Record<string, unknown>>; readonly lines: readonly object[] }

/** Returns the invoice that a record describes. Refuses a request, and what names a provider or product that does not exist. */
function importedInvoice({ now, actor }: Pick<Work, 'now' | 'actor'>, record: Sent, stored: Stored): Imported {
  stopOn(whyNotHistoricType(record.type ?? ''))
  const state = readHistoricState(record.status ?? '') ?? refuse('refused', 'purchases.import-status')
  const provider =
    (isGiven(record.providerid) ? stored.providers.get(record.providerid) : undefined) ??
    refuse('missing', 'purchases.no-provider', { providerId: record.providerid })
  const on = (record.importDate ?? (record.created == null ? null : dayOf(record.created))) as Day | null
  if (on === null) return refuse('invalid', 'input', { fields: { importDate: 'required' }, first: 'importDate' })
  const number = (record.number ?? '').trim()
  if (state === 'BOOKED') {
    stopOn(whyNotHistoric(on, stored.openings.get(provider.id), provider.name))
    demandNewNumber(provider, number, stored)
  }
  const lines = (record.content ?? []).map((line) => importedLine(line, stored))
  const sums = invoiceTotals(lines)
  const goods = (record.totals?.totalPrdAmmount ?? sums.goods) as Cents
  const vat = (record.totals?.totalVat ?? sums.vat) as Cents
  const created = record.created ?? now
  const userName = record.enteredby || actor.name
  return {
    lines,
    row: {
      state,
      provider_id: provider.id,
      provider_name: record.providername || provider.name,
      provider_vat: record.providervat ?? provider.vat,
      import_date: on,
      number,
      refcode: (record.refcode ?? '').trim(),
      goods_cents: goods,
      vat_cents: vat,
      total_cents: record.totals?.totalOrder ?? addCents(goods, vat),
      quantity_e4: record.totals?.totalQuantity ?? sums.quantity,
      line_count: sums.lineCount,
      user_name: userName,
      created_at: created,
      canceled_at: state === 'CANCELED' ? created : null,
      canceled_name: state === 'CANCELED' ? userName : null,
    },
  }
}

/** Refuses an invoice that was also entered here, because it would count twice (C-51). */
function demandNewNumber(provider: Provider, number: string, { booked }: Stored): void {
  const taken = booked.find((one) => one.providerId === provider.id && isSameNumber(one.number, number))
  if (taken)
    refuse('conflict', 'purchases.number-taken', {
      number,
      provider: provider.name,
      invoiceId: taken.id,
      fields: { number: 'purchases.number-taken' },
    })
}

/** Returns a line as it is stored. Its VAT rate is the given one, otherwise that of the product; none if the line had no VAT. */
function importedLine(line: SentLine, { products }: Stored) {
  const known = isGiven(line.id)
    ? (products.get(line.id) ?? refuse('missing', 'purchases.no-product', { productId: line.id }))
    : null
  const name = line.name || known?.name || refuse('refused', 'purchases.no-name')
  const vat = (line.vat ?? (line.vatProducts === 0 ? rate(0) : (known?.vat ?? rate(0)))) as Rate
  const own = {
    quantity: line.quantity as Quantity,
    price: (line.costpricenew ?? unitPrice(0)) as UnitPrice,
    discount: rate(0),
    vat,
  }
  const amounts = invoiceLineAmounts(own, false)
  return {
    ...own,
    productId: known?.id ?? null,
    name,
    description: line.description ?? known?.description ?? '',
    sku: line.sku ?? known?.sku ?? '',
    category: line.category ?? known?.category ?? '',
    unit: line.unit ?? known?.unit ?? 'Item',
    costBefore: line.costprice ?? unitPrice(0),
    newCost: own.price,
    net: (line.totalPrdAmmount ?? amounts.net) as Cents,
    vatAmount: (line.vatProducts ?? amounts.vatAmount) as Cents,
  }
}

/** Returns the invoice that a record describes, or null if exactly this record was imported before. `taken` are the ids of other records. */
const invoiceToWrite = (
  work: Pick<Work, 'now' | 'actor'>,
  record: Sent,
  stored: Stored,
  taken: Set<number>,
): Imported | null =>
  unlessImported(record, stored.invoices, {
    taken,
    idTaken: (invoiceId) => refusal('conflict', 'purchases.id-taken', { invoiceId }),
    describe: (hash) => {
      const { row, lines } = importedInvoice(work, record, stored)
      return { row: { ...row, import_hash: hash }, lines }
    },
  })

/** Writes one historic invoice, as `importInvoices` does, and returns its id. */
export async function importInvoice(work: Work, record: Sent): Promise<number> {
  const [{ id } = { id: 0 }] = await importInvoices(work, [record])
  return id
}

/**
 * Writes historic invoices in a few statements, and returns the id of each and whether it is new. Moves no stock, sets no cost and answers no
 * request. One that was imported with the same content stays as it is. The first record that a rule refuses refuses all of them.
 */
export async function importInvoices(
  work: Work,
  records: readonly Sent[],
): Promise<readonly { readonly id: number; readonly isNew: boolean }[]> {
  const stored = await readStored(work, records)
  const taken = new Set<number>()
  return importTogether(records, {
    toWrite: (record) => invoiceToWrite(work, record, stored, taken),
    nextId: () => nextId(work),
    insert: (invoices) => insertInvoices(work, invoices),
  })
}

/** Returns the number of the next invoice or request. */
const nextId = ({ tx }: Work): Promise<number> =>
  tx
    .one<{ id: number }>(sql`select nextval(pg_get_serial_sequence('inbound_invoices', 'id')) as id`)
    .then(({ id }) => id)

/** Providers and products that are imported before the invoices. */
export type Coming = {
  readonly providers: ReadonlyMap<number, Provider>
  readonly products: ReadonlyMap<number, Pick<Known, 'id' | 'name'>>
}

/** The fields of a product that is still to come which no rule reads. */
const UNKNOWN: Omit<Known, 'id' | 'name'> = { description: '', sku: '', category: '', unit: 'Item', vat: rate(0) }

/**
 * Calls the rules of `importInvoices` and writes nothing. Returns a function that reports whether a record is new; it throws the refusal
 * of that record.
 */
export async function triedInvoices(
  work: Work,
  records: readonly Sent[],
  coming: Coming,
): Promise<(record: Sent) => boolean> {
  const stored = await readStored(work, records)
  const products = [...coming.products.values()].map((one): [number, Known] => [one.id, { ...UNKNOWN, ...one }])
  const known = {
    ...stored,
    providers: new Map([...coming.providers, ...stored.providers]),
    products: new Map([...products, ...stored.products]),
  }
  const taken = new Set<number>()
  return (record) => invoiceToWrite(work, record, known, taken) !== null
}

async function insertInvoices(work: Work, invoices: readonly (Imported & { readonly id: number })[]): Promise<void> {
  await insertHistoricInvoices(work, invoices)
  await postInvoices(
    work.tx,
    invoices.map(({ id }) => id),
  )
  for (const { id, row } of invoices)
    work.record({
      entity: 'invoices',
      id,
      changes: changes({}, { number: row['number'], total: toNumber(row['total_cents'] as Cents, 2) }),
    })
  for (const providerId of new Set(invoices.map(({ row }) => row['provider_id'] as number)))
    work.moved({ entity: 'providers', id: providerId })
}
