/** Imports products and materials, their recipes and their stock by the rules of their forms. */
import { productFields, type ProductPatch, zProductPatch } from '#features/products/domain/contract.ts'
import { readSteps } from '#features/products/server/requirements.ts'
import {
  insertImportedProduct,
  lockProduct,
  removeProduct,
  rewriteProduct,
} from '#features/products/server/write/write-product.ts'
import { lockStock, setStock } from '#features/stock/server/move-stock.ts'
import { fold, lookAlikeKey } from '#kernel/fold.ts'
import type { Quantity } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { textOf, type Values } from '../../domain/read-cells.ts'
import { demandUnchanged, patchBefore } from './common.ts'
import { byKey, type ImportTarget, type Item } from './target.ts'

const numbersIn = (values: readonly string[]): number[] =>
  values.filter((value) => /^\d{1,15}$/.test(value)).map(Number)

/** Returns the ids of products by their number, SKU, barcode or name. */
async function findProducts(rows: Rows, key: string, values: readonly string[]): Promise<Map<string, number[]>> {
  const [column, matches] =
    key === 'id'
      ? [sql`id::text`, sql`id = any(${numbersIn(values)}::bigint[])`]
      : key === 'name'
        ? [sql`fold(name)`, sql`fold(name) = any(${[...values]}::text[])`]
        : key === 'barcode'
          ? [
              sql`barcode_key(fold(barcode))`,
              sql`barcode <> '' and barcode_key(fold(barcode)) = any(${[...values]}::text[])`,
            ]
          : [
              sql`look_alike_key(sku)`,
              sql`sku <> '' and look_alike_key(sku) = any(${values.map(lookAlikeKey)}::text[])`,
            ]
  return byKey(await rows.many(sql`select ${column} as key, id from products where ${matches} order by id`))
}

/** Returns the ids of products by their SKU; those that no SKU names are found by their name, or by their number if it is written as `#12`. */
async function findNamed(rows: Rows, values: readonly string[]): Promise<Map<string, number[]>> {
  const bySku = await findProducts(rows, 'sku', values)
  const found = values.flatMap((value) => {
    const ids = bySku.get(lookAlikeKey(value))
    return ids === undefined ? [] : [[value, ids] as const]
  })
  const others = values.filter((value) => !bySku.has(lookAlikeKey(value)))
  const named = others.length === 0 ? [] : await findProducts(rows, 'name', others)
  const numbers = others.flatMap((value) => /^#(\d+)$/.exec(value)?.[1] ?? [])
  const numbered = numbers.length === 0 ? [] : await findProducts(rows, 'id', numbers)
  return new Map([...found, ...[...numbered].map(([id, ids]) => [`#${id}`, ids] as const), ...named])
}

const patchOf = (values: Values): ProductPatch => {
  const { id: _, ...plain } = values
  return parseInput(zProductPatch, plain)
}

export const productTarget: ImportTarget = {
  numbering: 'products',
  find: findProducts,
  write: async (work, { values: [values = {}], asWritten }, stored) => {
    const patch = patchOf(values)
    if (stored === null) {
      const { name } = patch
      if (name === undefined) return refuse('invalid', 'import.name-missing')
      const keptId = values['id']
      const number = typeof keptId === 'number' ? keptId : undefined
      const id = await insertImportedProduct(work, { ...patch, name }, { id: number, asWritten })
      return { id, outcome: 'new', before: null, version: 1 }
    }
    const before = await lockProduct(work.tx, stored)
    const version = await rewriteProduct(work, stored, patch, undefined, { asWritten, keepsCode: true })
    if (version === before.version) return { id: stored, outcome: 'same', before: null, version }
    return { id: stored, outcome: 'changed', before: patchBefore<object>(before, patch), version }
  },
  undo: async (work, { id, name, outcome, before, version }) => {
    const { version: now } = await lockProduct(work.tx, id)
    demandUnchanged(name, now, version)
    if (outcome === 'new') return removeProduct(work, id)
    await rewriteProduct(work, id, before as ProductPatch, undefined, { asWritten: true, keepsCode: true })
  },
}

type StoredSteps = readonly { readonly seq: number; readonly section: string }[]

/**
 * Returns the steps of a recipe from its rows. A row without a number of the step belongs to the step before it, and a step without a section
 * keeps the section of the stored step of its number.
 */
async function stepsOf(work: Work, { values }: Item, stored: StoredSteps): Promise<ProductPatch['steps'] & {}> {
  const names = values.map((row) => fold(textOf(row, 'material')))
  const materials = await findNamed(work.tx, [...new Set(names)])
  const steps = new Map<number, { seq: number; section?: string; minutes?: number; materials: object[] }>()
  let seq = 1
  for (const [at, row] of values.entries()) {
    for (const field of ['material', 'quantity'])
      if (row[field] === undefined) refuse('invalid', `import.cell-missing-${field}`)
    const [id, second] = materials.get(names[at] ?? '') ?? []
    if (id === undefined) return refuse('refused', 'import.no-material', { name: textOf(row, 'material') })
    if (second !== undefined) return refuse('refused', 'import.several', { value: textOf(row, 'material') })
    seq = typeof row['seq'] === 'number' ? row['seq'] : seq
    const step = steps.get(seq) ?? { seq, materials: [] }
    steps.set(seq, step)
    if (row['section'] !== undefined) step.section ??= textOf(row, 'section')
    if (row['minutes'] !== undefined) step.minutes ??= Number(row['minutes'])
    step.materials.push({ materialId: id, quantity: row['quantity'], ...(row['unit'] ? { unit: row['unit'] } : {}) })
  }
  for (const { seq: number, section } of stored) {
    const step = steps.get(number)
    if (step) step.section ??= section
  }
  return parseInput(
    productFields.steps,
    [...steps.values()].toSorted((one, other) => one.seq - other.seq),
  )
}

/** A recipe. Its rows replace the stored steps of the product. */
export const recipeTarget: ImportTarget = {
  find: (rows, _key, values) => findNamed(rows, values),
  write: async (work, item, stored) => {
    if (stored === null) return refuse('refused', 'import.no-product', { name: item.name })
    const { version: old, costPrice } = await lockProduct(work.tx, stored)
    const steps = (await readSteps(work.tx, stored)).map(({ seq, section, minutes, materials }) => ({
      seq,
      section,
      minutes,
      materials: materials.map(({ materialId, quantity, unit }) => ({ materialId, quantity, unit })),
    }))
    const version = await rewriteProduct(work, stored, { steps: await stepsOf(work, item, steps) })
    if (version === old) return { id: stored, outcome: 'same', before: null, version }
    return { id: stored, outcome: 'changed', before: { steps, costPrice }, version }
  },
  undo: async (work, { id, name, before, version }) => {
    const { version: now } = await lockProduct(work.tx, id)
    demandUnchanged(name, now, version)
    await rewriteProduct(work, id, parseInput(zProductPatch, before))
  },
}

/** A stock figure. The ledger gets the difference as a counted quantity, with the import as its reason. */
export const stockTarget: ImportTarget = {
  find: findProducts,
  write: async (work, { name, source, values: [values = {}] }, stored) => {
    if (stored === null) return refuse('refused', 'import.no-product', { name })
    if (values['stock'] === undefined) return refuse('invalid', 'import.cell-missing-stock')
    const [before] = (await lockStock(work, [stored])).values()
    const after = values['stock'] as Quantity
    if (before?.stock === after) return { id: stored, outcome: 'same', before: null, version: null }
    await setStock(work, stored, after, 'counted', source)
    return { id: stored, outcome: 'changed', before: { before: before?.stock, after }, version: null }
  },
  undo: async (work, { id, name, before, source }) => {
    const { before: old, after } = before as { before: Quantity; after: Quantity }
    const [now] = (await lockStock(work, [id])).values()
    if (now?.stock !== after) refuse('refused', 'import.stock-moved', { name })
    await setStock(work, id, old, 'counted', source)
  },
}
