/** What is known of a record of an earlier system before it is imported: its number, its name and its amount. */
import { whyNotImportedId } from '#kernel/import/imported-id.ts'
import { isObject, type JsonObject } from '#kernel/json.ts'
import { PLACES, roundDecimal, zCents } from '#kernel/money.ts'
import type { MovedKind, SourceKind } from './kinds.ts'

/** Longer names are cut where they are shown. */
export const MOST_SHOWN_NAME = 120

/** A record of a business has fewer levels of lists and objects. More of them would exhaust the stack of the program or of the database. */
const MOST_LEVELS = 50

/** Reports whether a value has too many levels to be a record. */
export const isTooDeep = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((own: unknown) => isTooDeep(own, levels - 1)))

/** Returns a value that may be sent as JSON text, as the earlier server showed lists and objects. */
export function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    const read = JSON.parse(value) as unknown
    return isTooDeep(read) ? value : read
  } catch {
    return value
  }
}

/** Returns an amount in cents; null for what is no amount, and for one that no record can have. */
function centsOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  return zCents.safeParse(roundDecimal(String(value), PLACES.cents)).data ?? null
}

/** Reports whether a record of the table of invoices is a request to buy, which no balance contains (C-13). */
const isRequest = (record: JsonObject): boolean => String(record['type']).trim().toUpperCase() === 'REQUEST-PM'

/** Returns the amount of an order, an invoice or a payment in cents; null if it has none. */
function amountOf(kind: SourceKind, record: JsonObject): number | null {
  if (kind === 'payments') return centsOf(record['ammount'])
  if (kind === 'invoices' && isRequest(record)) return null
  if (kind !== 'orders' && kind !== 'invoices') return null
  const totals = fromText(record['totals'])
  return centsOf((isObject(totals) ? totals['totalOrder'] : undefined) ?? record['total'])
}

/** The field that names a record, where it is not `name`. */
const NAMES: Partial<Record<SourceKind, string>> = {
  payments: 'entity_name',
  loans: 'prdname',
  invoices: 'providername',
}

/** Returns what people call a record. */
function nameOf(kind: SourceKind, record: JsonObject): string {
  const name = record[NAMES[kind] ?? 'name']
  if (kind === 'invoices')
    return [record['number'], name]
      .filter((text) => typeof text === 'string')
      .join(' ')
      .trim()
  return typeof name === 'string' ? name.trim() : ''
}

export type Moved = {
  readonly kind: MovedKind
  /** The number in the earlier system. */
  readonly key: number
  readonly name: string
  readonly cents: number | null
  readonly record: JsonObject
}

/**
 * Returns what a record of a source brings: the record itself, of a product its recipe, which is imported after all products, and of an invoice
 * its provider, because a backup of the earlier system has no file of providers.
 */
export function whatIsMoved(kind: SourceKind, given: unknown): readonly Moved[] {
  const record = isObject(given) ? given : { value: given }
  const id = Number(record['id'])
  const key = whyNotImportedId(id) === null ? id : null
  if (key === null) return []
  const name = nameOf(kind, record)
  const own: Moved = { kind, key, name, cents: amountOf(kind, record), record }
  if (kind === 'invoices') return [...providerOf(record), own]
  const steps = kind === 'products' ? fromText(record['requirements']) : null
  if (!Array.isArray(steps) || steps.length === 0) return [own]
  return [own, { kind: 'recipes', key, name, cents: null, record: { requirements: steps } }]
}

/** The field of a provider that is only known from its invoices. A provider that is here already stays as it is. */
export const FROM_INVOICE = 'fromInvoice'

/** Returns the provider that an invoice names, with what the invoice says about it. */
function providerOf(invoice: JsonObject): readonly Moved[] {
  const key = Number(invoice['providerid'])
  const name = invoice['providername']
  if (isRequest(invoice) || whyNotImportedId(key) !== null) return []
  if (typeof name !== 'string' || name.trim() === '') return []
  const record = { id: key, name: name.trim(), vat: invoice['providervat'] ?? '', [FROM_INVOICE]: true }
  return [{ kind: 'providers', key, name: name.trim(), cents: null, record }]
}
