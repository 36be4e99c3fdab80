/** Reads what is known about the lines of a provider's file: earlier answers, and products with their codes or with similar names. */
import { fold, lookAlikeKey } from '#kernel/fold.ts'
import type { Quantity, Rate } from '#kernel/money.ts'
import type { Unit } from '#features/products/domain/product.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { patternOf, wordsOf } from '#server/search-text.ts'
import {
  type Answer,
  barcodeOf,
  type Known,
  type KnownProduct,
  lineKeyOf,
  matchLines,
} from '#features/supplier-files/domain/matching.ts'
import type { FileLine } from '#features/supplier-files/domain/document.ts'

/** Similar names are searched for at most this many lines; the others are searched by hand, or after the first were answered. */
const MOST_NAMES = 100
/** The most products that are proposed for a name. */
const MOST_PROPOSED = 5
/** Names that are less alike are not proposed (`similarity` of pg_trgm). */
const LEAST_ALIKE = 0.2
const SHORTEST_WORD = 4

/** Returns what is known about these lines. `providerId` is null for a provider that is not stored. */
export async function readKnown(rows: Rows, lines: readonly FileLine[], providerId: number | null): Promise<Known> {
  const answers = await readAnswers(rows, lines.map(lineKeyOf), providerId)
  const goods = await readGoods(rows, lines, providerId, answers)
  const withoutNames: Known = { answers, goods, byName: new Map() }
  const matches = matchLines(lines, withoutNames)
  const open = lines.filter((_, index) => {
    const match = matches[index]
    return match?.state === 'asked' && (match.why === 'unknown' || match.why === 'provsku')
  })
  const byName = await readSimilar(rows, open)
  const ids = [...new Set([...byName.values()].flat())].filter((id) => !goods.some((one) => one.id === id))
  return { answers, goods: [...goods, ...(await readProducts(rows, ids))], byName }
}

/** Returns the answers for these keys. Of several answers for one key the newest decides which product it is. */
async function readAnswers(rows: Rows, lineKeys: readonly string[], providerId: number | null): Promise<Answer[]> {
  if (providerId === null) return []
  const newestFirst = await rows.many<Answer>(sql`
    select line_key as "lineKey", unit_key as "unitKey", product_id as "productId", factor_e4 as factor from purchase_answers
    where provider_id = ${providerId} and line_key = any(${[...new Set(lineKeys)]}::text[]) order by id desc`)
  const product = new Map<string, number | null>()
  for (const { lineKey, productId } of newestFirst) if (!product.has(lineKey)) product.set(lineKey, productId)
  return newestFirst.filter(({ lineKey, productId }) => product.get(lineKey) === productId)
}

/** Returns the products that answers or codes of the lines name. */
async function readGoods(
  rows: Rows,
  lines: readonly FileLine[],
  providerId: number | null,
  answers: readonly Answer[],
): Promise<KnownProduct[]> {
  const codesOf = (code: (line: FileLine) => string, key = fold) =>
    [...new Set(lines.map((line) => key(code(line)).trim()))].filter((one) => one !== '')
  const codes = codesOf((line) => line.code)
  const answered = answers.flatMap(({ productId }) => (productId === null ? [] : [productId]))
  const catalogue =
    providerId === null
      ? []
      : await rows.many<{ id: number; code: string }>(sql`
          select product_id as id, code from provider_products
          where provider_id = ${providerId} and code <> '' and fold(code) = any(${codes}::text[])`)
  const named = await rows.many<{ id: number }>(sql`
    select id from products
    where barcode <> '' and barcode_key(fold(barcode)) = any(${codesOf((line) => line.barcode, barcodeOf)}::text[])
      or sku <> '' and look_alike_key(sku) = any(${codesOf((line) => line.buyerCode, lookAlikeKey)}::text[])
      or provsku <> '' and fold(provsku) = any(${codes}::text[])`)
  const ids = new Set([...answered, ...catalogue.map(({ id }) => id), ...named.map(({ id }) => id)])
  const goods = await readProducts(rows, [...ids])
  return goods.map((one) => ({
    ...one,
    catalogueCodes: catalogue.filter(({ id }) => id === one.id).map(({ code }) => code),
  }))
}

type ProductRow = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly unit: Unit
  readonly vat: Rate
  readonly barcode: string
  readonly provsku: string
}

async function readProducts(rows: Rows, ids: readonly number[]): Promise<KnownProduct[]> {
  if (ids.length === 0) return []
  const products = await rows.many<ProductRow>(sql`
    select id, name, sku, unit, vat_bp as vat, barcode, provsku from products where id = any(${ids}::bigint[]) order by id`)
  return products.map((one) => ({ ...one, catalogueCodes: [] }))
}

/** Returns the products whose names are like those of the lines, by the key of the line, the most alike first. */
async function readSimilar(rows: Rows, lines: readonly FileLine[]): Promise<Map<string, number[]>> {
  const names = new Map(lines.map((line) => [lineKeyOf(line), fold(line.name).trim()]))
  const searched = [...names]
    .filter(([, name]) => name !== '')
    .slice(0, MOST_NAMES)
    .map(([key, name]) => ({
      key,
      name,
      patterns: wordsOf(name)
        .filter((word) => word.length >= SHORTEST_WORD)
        .map(patternOf),
    }))
  if (searched.length === 0) return new Map()
  const found = await rows.many<{ key: string; id: number }>(sql`
    select n.key, f.id from jsonb_to_recordset(${JSON.stringify(searched)}::jsonb) as n(key text, name text, patterns jsonb)
    cross join lateral (
      select p.id, similarity(fold(p.name), n.name) as alike from products p
      where p.search like any (array(select jsonb_array_elements_text(n.patterns)))
        and similarity(fold(p.name), n.name) >= ${LEAST_ALIKE}
      order by alike desc, p.id limit ${MOST_PROPOSED}) f
    order by n.key, f.alike desc, f.id`)
  const byName = new Map<string, number[]>()
  for (const { key, id } of found) byName.set(key, [...(byName.get(key) ?? []), id])
  return byName
}

/** Returns the factor to propose for a product of the provider: an answer for another unit, else the pack of the catalogue. */
export async function readPacks(
  rows: Rows,
  productIds: readonly number[],
  providerId: number | null,
): Promise<ReadonlyMap<number, Quantity>> {
  if (providerId === null || productIds.length === 0) return new Map()
  const packs = await rows.many<{ id: number; pack: Quantity }>(sql`
    select product_id as id, pack_e4 as pack from provider_products
    where provider_id = ${providerId} and pack_e4 > 0 and product_id = any(${productIds}::bigint[])`)
  return new Map(packs.map(({ id, pack }) => [id, pack]))
}
