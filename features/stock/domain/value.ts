/** The value of the stock at the end of a day, at average cost: of each product, and of all. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { defineQuery } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { field, orNone } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'

const right = productsRights.cost

/** The products that were in stock at the end of a day, those worth most first. Without `day` today is meant. */
export const valueList = defineList('stock-values', {
  feature: 'stock',
  right,
  queries: { list: 'stock.values-on', count: 'stock.values-on-count', sums: 'stock.values-on-sums' },
  size: 100,
  words: 'products:column',
  page: '/product-overview/$id',
  columns: {
    name: field.name(200, { sort: true, filter: true, width: 240, card: 'title' }),
    sku: field.code(100, { sort: true, filter: true, width: 110 }),
    category: field.name(100, { sort: true, filter: true, width: 140, from: 900 }),
    stock: field.quantity({ sort: true, word: 'column.stock' }),
    unit: field.choice(UNITS, { words: 'unit', width: 80 }),
    /** The average cost of one unit. Null, like the value, if it was not known on that day. */
    average: orNone(field.price({ sort: true, word: 'value.average' })),
    value: orNone(field.money({ sort: true, sum: true, word: 'value.value', card: 'end' })),
  },
  filters: { day: zDay, unknown: z.literal(true) },
})

/** Returns the value of the whole stock at the end of a day. */
export const valueOn = defineQuery('stock.value-on', {
  right,
  input: z.strictObject({ day: zDay.optional() }),
  output: z.object({
    /** The first day with costs; null if all movements have them. */
    since: zDay.nullable(),
    /** The sum of the values that were known in cents; null before the first day with costs. */
    value: z.int().nullable(),
    /** The number of products in stock, and of those among them whose cost was not known. */
    products: z.int(),
    unknown: z.int(),
  }),
})
