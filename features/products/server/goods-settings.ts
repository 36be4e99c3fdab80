/** The settings of products: who reads them, and why some cannot be removed. */
import { fold } from '#kernel/fold.ts'
import { PLACES, type Rate, toNumber } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { keptQuery } from '#server/command.ts'
import { raw, type Rows, sql } from '#server/db/database.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import { settingsRights } from '#features/settings/domain/rights.ts'
import { GOODS_SETTINGS, goodsChoices, type GoodsSettings } from '../domain/goods-settings.ts'

export const readGoodsSettings = (rows: Rows): Promise<GoodsSettings> =>
  readSettings(rows, { name: 'goods', settings: GOODS_SETTINGS })

/** The least margin of the company as a rate in SQL. A form saves no value that is not allowed. */
export const LEAST_MARGIN = sql`coalesce((select (value ->> 'leastMargin')::int from settings where name = 'goods'), 0)`

/** A form offers at most this many values that products have. */
const MOST_IN_USE = 500

/** Returns the values of a text of all products that are not empty, by name. */
async function inUse(rows: Rows, column: 'vat_class' | 'category'): Promise<string[]> {
  const found = await rows.many<{ value: string }>(sql`
    select distinct ${raw(column)} as value from products where ${raw(column)} <> '' order by value limit ${MOST_IN_USE}`)
  return found.map(({ value }) => value)
}

/** Returns names once each, in their order. Of two spellings of a name, the first counts. */
function eachOnce(names: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const name of names) if (!seen.has(fold(name))) seen.set(fold(name), name)
  return [...seen.values()]
}

export const goodsChoicesQuery = keptQuery(goodsChoices, async ({ rows }) => {
  const { vatRates, vatClasses, categories } = await readGoodsSettings(rows)
  return {
    vatRates: vatRates.map(({ rate }) => rate),
    vatClasses: eachOnce([...vatClasses, ...(await inUse(rows, 'vat_class'))]),
    categories: eachOnce([...categories, ...(await inUse(rows, 'category'))]),
  }
})

const ratesOf = (values: Readonly<Record<string, unknown>>): number[] =>
  (values as GoodsSettings).vatRates.map(({ rate }) => rate)

/** Refuses to remove the last VAT rate, or one that a product has. */
async function whyNotRemoved(
  rows: Rows,
  after: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const kept = ratesOf(after)
  const at = (code: string, details: object) =>
    refusal('refused', code, { ...details, fields: { 'values.vatRates': code } })
  if (kept.length === 0) return at('products.last-vat-rate', {})
  const removed = ratesOf(before).filter((rate) => !kept.includes(rate))
  const used = await rows.maybe<{ rate: Rate; name: string; count: number }>(sql`
    select vat_bp as rate, min(name) as name, count(*)::int as count from products
    where vat_bp = any(${removed}::int[]) group by vat_bp order by vat_bp desc limit 1`)
  return used && at('products.vat-rate-used', { ...used, rate: toNumber(used.rate, PLACES.rate) })
}

export const goodsForm: DeclaredForm = {
  id: 30,
  name: 'goods',
  group: 'goods',
  right: settingsRights.write,
  settings: GOODS_SETTINGS,
  refuses: whyNotRemoved,
}
