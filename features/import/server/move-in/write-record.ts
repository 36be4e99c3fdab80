/** Writes a record of an earlier system by the rules of its kind, with the number that it had there. */
import { importLoan, loanFields } from '#features/loans/server/tables.ts'
import { importFields, importOrders, triedOrders } from '#features/orders/server/write/import-order.ts'
import { paymentsTable } from '#features/payments/server/tables.ts'
import type { ProductPatch } from '#features/products/domain/contract.ts'
import { requirements } from '#features/products/server/tables.ts'
import { rewriteProduct } from '#features/products/server/write/write-product.ts'
import { setStock } from '#features/stock/server/move-stock.ts'
import { fold } from '#kernel/fold.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { PLACES, type Quantity, roundDecimal } from '#kernel/money.ts'
import { type Refusal, Refused, refusal, refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { DataApiError } from '#server/data-api/answers.ts'
import type { Field, RecordOf } from '#server/data-api/fields.ts'
import { readRecord } from '#server/data-api/record.ts'
import { readRecordValue } from '#server/data-api/values.ts'
import { Duplicate, raw, sql, Violation } from '#server/db/database.ts'
import { createHash } from 'node:crypto'
import { matchColumns } from '../../domain/columns.ts'
import type { Outcome } from '../../domain/contract.ts'
import { fromText } from '../../domain/move-in/record.ts'
import type { MovedKind } from '../../domain/move-in/kinds.ts'
import { readRow } from '../../domain/read-cells.ts'
import { jsonCell } from '../files/read-rows.ts'
import { IMPORT_TARGETS } from '../targets/all.ts'
import type { Staged } from './stage.ts'

type Done = Exclude<Outcome, 'refused'>

/** Writes records of one kind. Every expected failure is a refusal, and the first one refuses all of them. */
export async function writeRecords(work: Work, records: readonly Staged[]): Promise<readonly Done[]> {
  try {
    if (records[0]?.kind === 'orders') return await writeOrders(work, records)
    const outcomes: Done[] = []
    for (const one of records) outcomes.push(await WRITERS[one.kind as Exclude<MovedKind, 'orders'>](work, one))
    return outcomes
  } catch (error) {
    throw expected(error)
  }
}

/** Returns the refusal for a failure that the record caused, and any other error as it is. */
function expected(error: unknown): unknown {
  if (error instanceof DataApiError)
    return new Refused(error.words[0] ?? refusal('invalid', 'import.record-broken', { message: error.message }))
  if (error instanceof Violation || error instanceof Duplicate)
    return new Refused(refusal('invalid', 'import.record-broken', { message: error.constraint }))
  return error
}

type Writer = (work: Work, staged: Staged) => Promise<Done>

/** The columns of the records of a kind, by their headings. Most records of a source have the same ones. */
const columnsOf = new Map<string, readonly (string | null)[]>()

/** Writes a customer, provider or product as the import of a file does. */
const byTarget = (
  target: 'customers' | 'providers' | 'products',
  adapt: (work: Work, record: Staged['record']) => Promise<Staged['record']>,
): Writer => {
  return async (work, { key, name, record: given }) => {
    const record = await adapt(work, given)
    const headings = Object.keys(record)
    const known = `${target} ${headings.join(' ')}`
    const columns = columnsOf.get(known) ?? matchColumns(target, headings)
    if (columnsOf.size > 200) columnsOf.clear()
    columnsOf.set(known, columns)
    const { values, own, problem } = readRow(
      target,
      { headings, columns, comma: false },
      Object.values(record).map(jsonCell),
    )
    if (problem) throw new Refused(problem)
    const stored = await sameRecord(work, target, key, record)
    const item = { line: 0, lines: [], name, values: [values], own, key: null, problem: null, source: name }
    return (await IMPORT_TARGETS[target].write(work, item, stored)).outcome
  }
}

const textIn = (record: Staged['record'], field: string): string => {
  const value = record[field]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * Returns the number of the stored record that is the same one, or null if the number is free. Refuses a number under which another
 * record is stored, because the orders of one would then belong to the other.
 */
async function sameRecord(
  { tx }: Work,
  target: 'customers' | 'providers' | 'products',
  key: number,
  record: Staged['record'],
): Promise<number | null> {
  const code = raw(target === 'products' ? 'sku' : 'vat')
  const stored = await tx.maybe<{ name: string; code: string }>(sql`
    select name, ${code} as code from ${raw(target)} where id = ${key}`)
  if (!stored) return null
  const given = textIn(record, target === 'products' ? 'sku' : 'vat')
  const plain = target === 'products' ? fold : plainVat
  const isSame =
    fold(stored.name) === fold(textIn(record, 'name')) || (given !== '' && plain(given) === plain(stored.code))
  return isSame ? key : refuse('refused', 'import.number-of-another', { number: key, name: stored.name })
}

/** A salesperson that does not exist here is left out, because backups of older systems have none. */
async function ofParty({ tx }: Work, record: Staged['record']): Promise<Staged['record']> {
  const { id: _, merged_into: __, ...plain } = record
  const salesperson = Number(plain['salespersons'])
  const known =
    Number.isSafeInteger(salesperson) &&
    salesperson > 0 &&
    (await tx.maybe(sql`select id from salespersons where id = ${salesperson}`)) !== null
  return { id: record['id'], ...plain, salespersons: known ? salesperson : null }
}

/** The recipe follows later, and the cost of a product with a recipe follows from it. */
async function ofProduct(_: Work, record: Staged['record']): Promise<Staged['record']> {
  const { requirements: recipe, costprice, stock: __, productPhotos: ___, ...plain } = record
  const steps = fromText(recipe)
  return Array.isArray(steps) && steps.length > 0 ? plain : { ...plain, costprice }
}

const product = byTarget('products', ofProduct)

/** Writes a product. A new one gets the stock that the earlier system shows; the stock of one that is there stays. */
const productWithStock: Writer = async (work, staged) => {
  const outcome = await product(work, staged)
  if (outcome !== 'new') return outcome
  const stock = roundDecimal(textIn(staged.record, 'stock') || '0', PLACES.quantity) ?? 0
  if (stock > 0 && staged.record['service'] !== true) await setStock(work, staged.key, stock as Quantity, 'opening')
  return outcome
}

/** Writes the recipe of a product, if it differs from the stored one. */
const recipe: Writer = async (work, { key, record }) => {
  const steps = readRecordValue('requirements', requirements, record['requirements']) as ProductPatch['steps']
  const stored = await work.tx.maybe<{ version: number }>(sql`select version from products where id = ${key}`)
  if (!stored) return refuse('missing', 'import.no-product', { name: String(key) })
  return (await rewriteProduct(work, key, { steps })) === stored.version ? 'same' : 'changed'
}

const ORDER_FIELDS = new Map<string, Field>(Object.entries(importFields))

const orderOf = ({ record }: Staged): RecordOf<typeof importFields> =>
  readRecord({ id: 'id' }, ORDER_FIELDS, record, true, true)

/** Writes orders as historic orders (C-76). */
const writeOrders = async (work: Work, records: readonly Staged[]): Promise<readonly Done[]> =>
  (await importOrders(work, records.map(orderOf))).map(({ isNew }) => (isNew ? 'new' : 'same'))

/** Returns for each order what its import would do, or its refusal. `needs` are the records that are imported before. Writes nothing. */
export async function tryOrders(
  work: Work,
  records: readonly Staged[],
  needs: readonly Staged[],
): Promise<readonly (Done | Refusal)[]> {
  const read = records.map((one): RecordOf<typeof importFields> | Refusal => refusalOr(() => orderOf(one)))
  const coming = (kind: MovedKind) =>
    new Map(needs.filter((one) => one.kind === kind).map(({ key, name }) => [key, { id: key, name, label: '' }]))
  const readable = read.filter((one): one is RecordOf<typeof importFields> => !isRefusal(one))
  const isNew = await triedOrders(work, readable, { customers: coming('customers'), products: coming('products') })
  return read.map((one) => (isRefusal(one) ? one : refusalOr(() => (isNew(one) ? 'new' : 'same'))))
}

const isRefusal = (value: object | string): value is Refusal =>
  typeof value === 'object' && 'kind' in value && 'code' in value

function refusalOr<T>(act: () => T): T | Refusal {
  try {
    return act()
  } catch (error) {
    const known = expected(error)
    if (known instanceof Refused) return known.refusal
    throw error
  }
}

/**
 * Writes a record that gets a number of its own, once: the numbers that both have are remembered. One that differs from what was imported
 * under its number is refused.
 */
const once =
  (kind: 'payments' | 'loans', write: (work: Work, record: Staged['record']) => Promise<number>): Writer =>
  async (work, { key, record }) => {
    const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex')
    const known = await work.tx.maybe<{ hash: string }>(sql`
      select hash from moved_in where kind = ${kind} and key = ${key}`)
    if (known) return known.hash === hash ? 'same' : refuse('conflict', 'import.changed-there', { number: key })
    const id = await write(work, record)
    await work.tx.run(sql`
      insert into moved_in (kind, key, record_id, hash) values (${kind}, ${key}, ${id}, ${hash})`)
    return 'new'
  }

const PAYMENT_FIELDS = new Map(Object.entries(paymentsTable.fields))

const payment = once('payments', async (work, record) => {
  const id = await paymentsTable.imports?.create(work, readRecord(paymentsTable, PAYMENT_FIELDS, record, true))
  if (id === undefined) throw new Error('payments cannot be imported')
  return id
})

const LOAN_FIELDS = new Map<string, Field>(Object.entries(loanFields))

const loan = once('loans', async (work, record) => {
  const created = textIn(record, 'created')
  return importLoan(work, {
    ...(readRecord({ id: 'id' }, LOAN_FIELDS, record, true) as RecordOf<typeof loanFields>),
    created: Number.isNaN(Date.parse(created)) ? null : new Date(created).toISOString(),
  })
})

const WRITERS: Readonly<Record<Exclude<MovedKind, 'orders'>, Writer>> = {
  customers: byTarget('customers', ofParty),
  providers: byTarget('providers', ofParty),
  products: productWithStock,
  recipes: recipe,
  payments: payment,
  loans: loan,
}
