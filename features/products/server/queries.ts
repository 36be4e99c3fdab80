/** The queries of products: the list and its count, the product drawer, one product. */
import type { z } from 'zod'
import { searchedCode } from '#kernel/barcode.ts'
import { fold } from '#kernel/fold.ts'
import { type Quantity, subtractQuantity, type UnitPrice } from '#kernel/money.ts'
import { PICTURE_KEY } from '#kernel/photo.ts'
import { field, type Field, type Fields } from '#kernel/records/fields.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { keptQuery, query, type RoleView } from '#server/command.ts'
import { empty, join, raw, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf } from '#server/paging.ts'
import { readHistory } from '#server/history.ts'
import { columnOf, expressionOf, filterCondition, selected, sortExpression } from '#server/records/kinds.ts'
import { filtersOf } from '#server/records/list.ts'
import { contains, matchesWords } from '#server/search-text.ts'
import { sectionNamed } from '#features/sections/server/section-named.ts'
import * as contract from '../domain/contract.ts'
import { isCostComputed } from '../domain/cost.ts'
import { typedCode } from '../domain/codes/cn-code.ts'
import { fieldOf, LISTED_FIELDS, PRODUCT_FIELD_NAMES, PRODUCT_FIELDS } from '../domain/fields.ts'
import { type Unit } from '../domain/product.ts'
import type { goodsFigures } from '../domain/marks.ts'
import { productsRights } from '../domain/rights.ts'
import { type Measured, sumMeasured } from '../domain/units.ts'
import { codeProblem } from './codes/code-problem.ts'
import { incomingQuantity } from './figures/incoming.ts'
import { sumFigures, withFigures } from './figures/list-figures.ts'
import { isLow } from './figures/low.ts'
import { hasMarks } from './figures/marks.ts'
import { promisedQuantity } from './figures/promised.ts'
import { codeFirst, FOR_SALE_FIRST, hasCode } from './find-products.ts'
import { productsOf } from './same-codes.ts'
import { readSteps } from './requirements.ts'

const SEARCH_ROWS = 30

type ListInput = z.output<typeof contract.productListInput>

const LISTED = Object.entries<Field>(LISTED_FIELDS)
const COLUMNS = Object.fromEntries(LISTED.map(([name, field]) => [name, raw(columnOf(name, field))]))

/** What a list is sorted by. VAT classes are codes. */
export const SORT_COLUMNS = {
  ...Object.fromEntries(LISTED.map(([name, field]) => [name, sortExpression(COLUMNS[name] ?? empty, field)])),
  vatClass: raw('vat_class'),
  stock: raw('stock_e4'),
  timesLeft: raw('times_left'),
} as Readonly<Record<Exclude<(typeof contract.PRODUCT_SORTS)[number], 'id'>, Sql>>

/** The conditions of the filters, except that of the marks. */
const FILTERS = filtersOf({ columns: LISTED_FIELDS }, COLUMNS, {
  id: (text: string) => filterCondition(raw('id'), field.id(), text, true),
  // fields of the search column: its index limits the rows first
  ...Object.fromEntries(
    LISTED.filter(([, { options }]) => options.search).map(([name]) => [
      name,
      (text: string) => sql`${matchesWords(sql`search`, text)} and ${contains(COLUMNS[name] ?? empty, text)}`,
    ]),
  ),
  // as lists print it or as it is stored
  cnCode: (text: string) => filterCondition(raw('cn_code'), LISTED_FIELDS.cnCode, typedCode(text) ?? '', true),
  // a section is found by each of its spellings, and an unknown one as it is written (C-19)
  section: (text: string) => sql`id in (select product_id from requirement_steps where fold(section) in (
    select fold(${text}) union all select fold(name) from sections where ${sectionNamed(sql`${text}`)}))`,
})

/** The first photo of `products p`, or null if it is no key of a stored photo but something of an external program. */
const MAIN_PHOTO = sql`case when p.photos ->> 0 ~ ${PICTURE_KEY.source} then p.photos ->> 0 end`

/** The cost column for people with the right to see costs, and null for others. */
export const costFor = (actor: RoleView['actor'], column: string): Sql =>
  raw(may(actor, productsRights.cost) ? column : 'null::bigint')

/** Returns the fields of `products p` after `select`: null instead of those that the person may not see. */
const fieldsFor = (actor: RoleView['actor'], fields: Fields): Sql =>
  selected(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => {
        const { readRight } = field.options
        return [name, readRight && !may(actor, readRight) ? raw('null::bigint') : expressionOf('p', name, field)]
      }),
    ),
  )

/** Returns the condition of a list of products: its search and its filters. */
export function productConditions(
  { search, filters }: Pick<ListInput, 'search' | 'filters'>,
  view: Pick<RoleView, 'actor' | 'today'>,
): Sql {
  const all: Sql[] = [sql`true`]
  if (search !== '') {
    const words = matchesWords(sql`search`, searchedCode(search))
    all.push(/^\d{1,15}$/.test(search) ? sql`(id = ${Number(search)} or ${words})` : words)
  }
  for (const [name, value] of Object.entries(filters)) {
    const condition = FILTERS[name]
    if (condition && value !== undefined && value !== '') all.push(condition(value))
  }
  if (filters.marks) all.push(hasMarks(filters.marks, view))
  return join(all, ' and ')
}

export const listProductsQuery = keptQuery(contract.listProducts, async (view, input) => {
  const { rows, actor, today } = view
  const { descending = false, page } = input
  // Sorting by cost would reveal the costs.
  const hidden = input.sort === 'costPrice' && !may(actor, productsRights.cost)
  const sort = hidden ? 'name' : (input.sort ?? 'name')
  const direction = raw(descending ? 'desc' : 'asc')
  const order = sort === 'id' ? sql`id ${direction}` : sql`${SORT_COLUMNS[sort]} ${direction}, id ${direction}`
  const found = await rows.many<Omit<z.output<typeof contract.zProductRow>, keyof typeof goodsFigures>>(sql`
    select id, ${fieldsFor(actor, LISTED_FIELDS)}, stock_e4 as stock,
      ${codeProblem(today)} as "codeProblem", times_left as "timesLeft", ${MAIN_PHOTO} as photo
    from products p where ${productConditions(input, view)}
    order by ${codeFirst(input.search)}${order}
    ${pageOf(page, contract.PRODUCTS_PAGE)}`)
  return {
    rows: await withFigures(view, found.slice(0, contract.PRODUCTS_PAGE)),
    more: found.length > contract.PRODUCTS_PAGE,
  }
})

export const countProductsQuery = keptQuery(contract.countProducts, (view, input) =>
  countRows(view.rows, sql`from products p where ${productConditions(input, view)}`),
)

export const sumProductsQuery = keptQuery(contract.sumProducts, (view, input) =>
  sumFigures(view, productConditions(input, view)),
)

/** A line of a recipe whose material is lent, with the present data of the material. */
type LentLine = {
  readonly materialId: number
  readonly name: string
  readonly sku: string
  readonly quantity: Quantity
  /** The unit of the quantity. */
  readonly unit: Unit
  readonly materialUnit: Unit
  readonly cost: UnitPrice
}

type FoundProduct = Omit<contract.ProductForLine, 'costPrice' | 'lendables'> & {
  readonly cost: UnitPrice
  readonly lent: readonly LentLine[]
}

/** Returns products with the data for order lines, in the given order and then by name. */
async function productsWhere(
  { rows, actor }: RoleView,
  condition: Sql,
  order: Sql,
  limit: Sql,
): Promise<contract.ProductForLine[]> {
  const found = await rows.many<FoundProduct>(sql`
    select p.id, p.sku, p.name, p.category, p.unit, p.vat_bp as vat, p.usage_type as "usageType",
      p.sales_price_e4 as "salesPrice", p.b2b_sales_price_e4 as "b2bSalesPrice", p.cost_price_e4 as cost,
      p.stock_e4 as stock, p.service, ${MAIN_PHOTO} as photo,
      coalesce((
        select json_agg(json_build_object('materialId', m.id, 'name', m.name, 'sku', m.sku, 'unit', r.unit,
          'materialUnit', m.unit, 'quantity', r.quantity_e4, 'cost', m.cost_price_e4) order by m.id)
        from requirement_materials r join products m on m.id = r.material_id where r.product_id = p.id and m.lendable), '[]') as lent
    from products p
    where ${condition}
    order by ${order}p.name collate "und-x-icu", p.id ${limit}`)
  const seesCosts = may(actor, productsRights.cost)
  return found.map(({ cost, lent, ...product }) => ({
    ...product,
    costPrice: seesCosts ? cost : null,
    lendables: lendablesOf(lent).map((item) => (seesCosts ? item : { ...item, cost: null })),
  }))
}

/** Returns the lendable materials of a recipe, each once with its quantity in all steps. */
function lendablesOf(lent: readonly LentLine[]) {
  const byMaterial = Map.groupBy(lent, ({ materialId }) => materialId)
  return [...byMaterial.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { materialId, name, sku, materialUnit, cost } = first
    const { quantity: perUnit, unit: recipeUnit } = sumMeasured(first, others)
    return [{ materialId, name, sku, unit: materialUnit, perUnit, recipeUnit, cost }]
  })
}

export const searchProductsQuery = keptQuery(contract.searchProducts, async (view, input) => {
  const conditions = [matchesWords(sql`p.search`, searchedCode(input.search))]
  if (input.usageType) conditions.push(sql`p.usage_type = any(${input.usageType}::text[])`)
  if (input.lendable !== undefined) conditions.push(sql`p.lendable = ${input.lendable}`)
  if (input.exact)
    conditions.push(sql`${input.search} <> '' and (${hasCode(input.search)} or fold(p.name) = ${fold(input.search)})`)
  // materials and boxes alone have an index by name
  const forSaleFirst = input.usageType?.includes('COMPLETE-PRODUCT') === false ? empty : FOR_SALE_FIRST
  const order = sql`${codeFirst(input.search)}${forSaleFirst}`
  return { rows: await productsWhere(view, join(conditions, ' and '), order, raw(`limit ${SEARCH_ROWS}`)) }
})

export const productsForLinesQuery = keptQuery(contract.productsForLines, async (view, { ids }) => ({
  rows: ids.length === 0 ? [] : await productsWhere(view, sql`p.id = any(${ids}::bigint[])`, empty, empty),
}))

type DetailRow = Omit<contract.Product, 'free' | 'steps' | 'costComputed' | 'sameSku' | 'sameBarcode' | 'usedIn'> & {
  readonly usedIn: readonly { id: number; name: string; sku: string; taken: [Measured, ...Measured[]] }[]
}

export const productDetailQuery = query(contract.productDetail, async ({ rows, actor }, { id }) => {
  const product = await rows.maybe<DetailRow>(sql`
    select p.id, p.version, p.created_at as "createdAt", p.updated_at as "updatedAt", ${fieldsFor(actor, PRODUCT_FIELDS)},
      p.stock_e4 as stock,
      ${promisedQuantity(sql`p.id`)} as promised, ${incomingQuantity(sql`p.id`)} as incoming, ${isLow} as low, c.name as "customerName",
      coalesce((
        select json_agg(json_build_object('id', u.id, 'name', u.name, 'sku', u.sku, 'taken', r.taken) order by u.id)
        from (
          select product_id, json_agg(json_build_object('quantity', quantity_e4, 'unit', unit)) as taken
          from requirement_materials where material_id = p.id group by product_id
        ) r join products u on u.id = r.product_id), '[]') as "usedIn"
    from products p left join customers c on c.id = p.customer_id
    where p.id = ${id}`)
  if (!product) refuse('missing', 'products.missing', { productId: id })
  const steps = await readSteps(rows, id)
  const seesCosts = may(actor, productsRights.cost)
  const free: Quantity = subtractQuantity(product.stock, product.promised)
  return {
    product: {
      ...product,
      sameSku: await productsOf(rows, 'sku', id),
      sameBarcode: await productsOf(rows, 'barcode', id),
      free,
      usedIn: product.usedIn.map(({ taken: [first, ...others], ...used }) => ({
        ...used,
        ...sumMeasured(first, others),
      })),
      costComputed: isCostComputed(product.usageType, steps),
      steps: steps.map((step) => ({
        ...step,
        materials: step.materials.map((material) => ({ ...material, cost: seesCosts ? material.cost : null })),
      })),
    },
  }
})

/** The fields of a history that only people who see costs read. */
const COST_FIELDS: readonly string[] = [
  ...PRODUCT_FIELD_NAMES.filter((name) => fieldOf(name).options.readRight === productsRights.cost),
  'costsAbove',
]

export const productHistoryQuery = query(contract.productHistory, async ({ rows, actor }, input) => {
  const page = await readHistory(rows, 'products', input)
  if (may(actor, productsRights.cost)) return page
  const isOpen = ([field]: [string, unknown]): boolean => !COST_FIELDS.includes(field)
  const withoutCosts = page.rows.map((row) => ({
    ...row,
    changes: Object.fromEntries(Object.entries(row.changes).filter(isOpen)),
  }))
  return { ...page, rows: withoutCosts }
})
