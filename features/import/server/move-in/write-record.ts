/** Writes a record of an earlier system by the rules of its kind, with the number that it had there. */
import { importLoan, loanFields } from '#features/loans/server/tables.ts'
import { importFields, importOrders, triedOrders } from '#features/orders/server/write/import-order.ts'
import { importFields as paymentFields, importPayment } from '#features/payments/server/tables.ts'
import type { ProductPatch } from '#features/products/domain/contract.ts'
import { requirements } from '#features/products/server/tables.ts'
import { rewriteProduct } from '#features/products/server/write/write-product.ts'
import {
  importFields as invoiceFields,
  importInvoices,
  triedInvoices,
} from '#features/supplier-invoices/server/history/import-invoice.ts'
import { setStock } from '#features/stock/server/move-stock.ts'
import { fold } from '#kernel/fold.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { PLACES, type Quantity, roundDecimal } from '#kernel/money.ts'
import { type Refusal, Refused, refusal, refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { DataApiError } from '#server/data-api/answers.ts'
import type { Field, Fields, RecordOf } from '#server/data-api/fields.ts'
import { readRecord } from '#server/data-api/record.ts'
import { readRecordValue } from '#server/data-api/values.ts'
import { Duplicate, raw, sql, Violation } from '#server/db/database.ts'
import { createHash } from 'node:crypto'
import { matchColumns } from '../../domain/columns.ts'
import type { Outcome } from '../../domain/contract.ts'
import { FROM_INVOICE, fromText } from '../../domain/move-in/record.ts'
import type { MovedKind } from '../../domain/move-in/kinds.ts'
import { readRow } from '../../domain/read-cells.ts'
import { jsonCell } from '../files/read-rows.ts'
import { IMPORT_TARGETS } from '../targets/all.ts'
import type { Staged } from './stage.ts'

type Done = Exclude<Outcome, 'refused'>

/** Writes records of one kind. Every expected failure is a refusal, and the first one refuses all of them. */
export async function writeRecords(work: Work, records: readonly Staged[]): Promise<readonly Done[]> {
  try {
    const [first] = records
    if (first && isHistoric(first.kind)) return await HISTORIC[first.kind].write(work, records)
    const outcomes: Done[] = []
    for (const one of records) outcomes.push(await WRITERS[one.kind as Exclude<MovedKind, HistoricKind>](work, one))
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
      { headings, columns, signs: headings.map(() => '.') },
      Object.values(record).map(jsonCell),
    )
    if (problem) throw new Refused(problem)
    const stored = await sameRecord(work, target, key, record)
    const item = {
      line: 0,
      lines: [],
      name,
      values: [values],
      own,
      numbers: [],
      key: null,
      problem: null,
      // the earlier system had it like this
      asWritten: true,
      source: name,
    }
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

/** A salesperson that does not exist here is left out, because backups of earlier systems have none. */
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

const providerOfFile = byTarget('providers', ofParty)

/** Writes a provider. One that is only known from its invoices is written if it is not here, and never over one that is. */
const provider: Writer = async (work, staged) => {
  const { [FROM_INVOICE]: isFromInvoice, ...record } = staged.record
  if (isFromInvoice === true && (await sameRecord(work, 'providers', staged.key, record)) !== null) return 'same'
  return providerOfFile(work, { ...staged, record })
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

/** Kinds that are written many at once, and tried without writing those that they name. */
const HISTORIC_KINDS = ['orders', 'invoices'] as const
type HistoricKind = (typeof HISTORIC_KINDS)[number]

export const isHistoric = (kind: MovedKind): kind is HistoricKind => HISTORIC_KINDS.some((one) => one === kind)

type Historic = {
  readonly write: (work: Work, records: readonly Staged[]) => Promise<readonly Done[]>
  readonly attempt: (
    work: Work,
    records: readonly Staged[],
    needs: readonly Staged[],
  ) => Promise<readonly (Done | Refusal)[]>
}

/** Describes how records of a kind become historic ones (C-76). */
function historic<const F extends Fields>({
  fields,
  write,
  attempt,
}: {
  readonly fields: F
  readonly write: (work: Work, records: readonly RecordOf<F>[]) => Promise<readonly { readonly isNew: boolean }[]>
  /** Returns a function that reports whether a record is new, or throws its refusal. `coming` are the records that are imported before. */
  readonly attempt: (
    work: Work,
    records: readonly RecordOf<F>[],
    coming: (
      kind: MovedKind,
    ) => ReadonlyMap<number, { id: number; name: string; label: string; vat: string; unit: string }>,
  ) => Promise<(record: RecordOf<F>) => boolean>
}): Historic {
  const known = new Map<string, Field>(Object.entries(fields))
  const read = ({ record }: Staged) =>
    readRecord({ id: 'id' }, known, record, { creating: true, withId: true }) as RecordOf<F>
  const outcome = (isNew: boolean): Done => (isNew ? 'new' : 'same')
  return {
    write: async (work, records) => (await write(work, records.map(read))).map(({ isNew }) => outcome(isNew)),
    attempt: async (work, records, needs) => {
      const given = records.map((one): RecordOf<F> | Refusal => refusalOr(() => read(one)))
      const readable = given.filter((one): one is RecordOf<F> => !isRefusal(one))
      const isNew = await attempt(
        work,
        readable,
        (kind) =>
          new Map(
            needs
              .filter((one) => one.kind === kind)
              // goods without a unit are counted
              .map(({ key, name, record }) => [
                key,
                { id: key, name, label: '', vat: '', unit: textIn(record, 'unit') || 'Item' },
              ]),
          ),
      )
      return given.map((one) => (isRefusal(one) ? one : refusalOr(() => outcome(isNew(one)))))
    },
  }
}

const HISTORIC: Readonly<Record<HistoricKind, Historic>> = {
  orders: historic({
    fields: importFields,
    write: importOrders,
    attempt: (work, records, coming) =>
      triedOrders(work, records, { customers: coming('customers'), products: coming('products') }),
  }),
  invoices: historic({
    fields: invoiceFields,
    write: importInvoices,
    attempt: (work, records, coming) =>
      triedInvoices(work, records, { providers: coming('providers'), products: coming('products') }),
  }),
}

/** Returns for each record what its import would do, or its refusal. `needs` are the records that are imported before. Writes nothing. */
export const attemptHistoric = (
  work: Work,
  kind: HistoricKind,
  records: readonly Staged[],
  needs: readonly Staged[],
): Promise<readonly (Done | Refusal)[]> => HISTORIC[kind].attempt(work, records, needs)

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

const PAYMENT_FIELDS = new Map<string, Field>(Object.entries(paymentFields))

/** Writes a payment once; it gets a number of its own. */
const payment: Writer = async (work, { record }) => {
  const given = readRecord({ id: 'id' }, PAYMENT_FIELDS, record, { creating: true, withId: true }) as RecordOf<
    typeof paymentFields
  >
  return (await importPayment(work, given)).isNew ? 'new' : 'same'
}

const LOAN_FIELDS = new Map<string, Field>(Object.entries(loanFields))

/**
 * Writes a loan once: it gets a number of its own, and the numbers that both have are remembered. One that differs from what was imported
 * under its number is refused.
 */
const loan: Writer = async (work, { key, record }) => {
  const hash = createHash('sha256').update(JSON.stringify(record)).digest('hex')
  const known = await work.tx.maybe<{ hash: string }>(sql`
    select hash from moved_in where kind = 'loans' and key = ${key}`)
  if (known) return known.hash === hash ? 'same' : refuse('conflict', 'import.changed-there', { number: key })
  const created = textIn(record, 'created')
  const id = await importLoan(work, {
    ...(readRecord({ id: 'id' }, LOAN_FIELDS, record, { creating: true }) as RecordOf<typeof loanFields>),
    created: Number.isNaN(Date.parse(created)) ? null : new Date(created).toISOString(),
  })
  await work.tx.run(sql`
    insert into moved_in (kind, key, record_id, hash) values ('loans', ${key}, ${id}, ${hash})`)
  return 'new'
}

const WRITERS: Readonly<Record<Exclude<MovedKind, HistoricKind>, Writer>> = {
  customers: byTarget('customers', ofParty),
  providers: provider,
  products: productWithStock,
  recipes: recipe,
  payments: payment,
  loans: loan,
}
