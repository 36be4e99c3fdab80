/** Joins the rows of a file to records, and finds the value by which each is known. */
import { shownCode } from '#features/products/domain/codes/cn-code.ts'
import { barcodeKey } from '#kernel/barcode.ts'
import { fold, lookAlikeKey } from '#kernel/fold.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import type { FileLine } from '#kernel/import/cells.ts'
import type { Word } from './choice-words.ts'
import { type Columns, missingFields } from './columns.ts'
import type { Signs } from './number-signs.ts'
import { type ReadRow, readRow, textOf, type Values } from './read-cells.ts'
import { KEYS, type Target } from './targets.ts'

export type Reading = {
  readonly target: Target
  readonly headings: readonly string[]
  readonly columns: Columns
  /** The field by which records that exist are found. */
  readonly key: string
  /** The decimal sign of each column. */
  readonly signs: Signs
  /** What a person said the texts of some fields are. */
  readonly words?: readonly Word[]
}

/** The value by which a record is found: of the key, or of its name if its cell of the key is empty. */
export type KeyOf = { readonly field: string; readonly value: string }

export type ReadItem = {
  readonly line: number
  readonly lines: readonly number[]
  readonly name: string
  readonly values: readonly Values[]
  readonly own: ReadRow['own']
  readonly numbers: ReadRow['numbers']
  readonly key: KeyOf | null
  readonly problem: Refusal | null
}

/** How the values of keys are compared, if not folded. */
const COMPARED: Readonly<Record<string, (value: string) => string>> = {
  vat: plainVat,
  sku: lookAlikeKey,
  barcode: (value) => barcodeKey(fold(value).trim()),
}

/** Returns a value of a key as it is compared. */
const compared = (field: string, value: string): string =>
  field === 'id' ? value : (COMPARED[field] ?? fold)(value).trim()

/** Returns the value by which a row is known, or null for one without any. */
function keyOf({ target, key }: Reading, values: Values): KeyOf | null {
  for (const field of key === 'name' ? ['name'] : [key, ...(KEYS[target].includes('name') ? ['name'] : [])]) {
    const value = textOf(values, field)
    if (value !== '') return { field, value: compared(field, value) }
  }
  return null
}

/** Returns what people call a row: its name, or the value of its key. Texts of goods are alike, so their code stands before them. */
function nameOf({ target, key }: Reading, values: Values): string {
  const name = ['name', 'product', 'sku', key].map((field) => textOf(values, field)).find((text) => text !== '') ?? ''
  const code = target === 'goods-codes' ? shownCode(textOf(values, 'code')) : ''
  return (code === '' ? name : `${code} ${textOf(values, 'name')}`.trim()).slice(0, 300)
}

/** Returns the rows as records. The rows of one recipe follow each other; its first row names the product for the next ones. */
export function readItems(reading: Reading, lines: readonly FileLine[]): ReadItem[] {
  const items: ReadItem[] = []
  addItems(items, reading, lines)
  return items
}

/** Adds the records of further rows to those of the rows before them. */
export function addItems(items: ReadItem[], reading: Reading, lines: readonly FileLine[]): void {
  for (const { line, cells } of lines) {
    const { values, own, numbers, problem } = readRow(reading.target, reading, cells)
    const key = keyOf(reading, values)
    const last = items.at(-1)
    const joins = reading.target === 'recipes' && last !== undefined && (key === null || key.value === last.key?.value)
    if (joins)
      items[items.length - 1] = {
        ...last,
        lines: [...last.lines, line],
        values: [...last.values, values],
        numbers: [...last.numbers, ...numbers],
        problem: last.problem ?? problem,
      }
    else
      items.push({ line, lines: [line], name: nameOf(reading, values), values: [values], own, numbers, key, problem })
  }
}

/** Returns why an item cannot be imported whatever is stored: a cell that cannot be read, or no key, or the key of an earlier line. */
export function whyNotItem(item: ReadItem, firstLines: ReadonlyMap<string, number>): Refusal | null {
  if (item.problem) return item.problem
  if (item.key === null) return refusal('invalid', 'import.no-key')
  const first = firstLines.get(keyText(item.key))
  return first === undefined || first === item.line
    ? null
    : refusal('refused', 'import.twice', { value: item.key.value, line: first })
}

export const keyText = ({ field, value }: KeyOf): string => `${field} ${value}`

/** Returns the first line of each key of a file. */
export function firstLinesOf(items: readonly ReadItem[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const { key, line } of items) if (key && !lines.has(keyText(key))) lines.set(keyText(key), line)
  return lines
}

/** Refuses columns with which no row could be imported. */
export function whyNotColumns(target: Target, columns: Columns, key: string): Refusal | null {
  if (missingFields(target, columns).length > 0) return refusal('invalid', 'import.column-missing')
  if (!KEYS[target].includes(key) || !columns.includes(key)) return refusal('invalid', 'import.no-key-column')
  return null
}
