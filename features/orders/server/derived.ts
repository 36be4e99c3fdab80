/** What the database keeps equal to orders, their lines and lent items. */
import { sql } from '#server/db/database.ts'
import { derivedColumn } from '#server/derived/column.ts'
import { derivedRows } from '#server/derived/rows.ts'
import { CLOSED_STATUSES } from '../domain/order.ts'

/** The goods that orders still need from the stock. */
export const promisedLines = derivedRows('promised_lines', {
  key: ['product_id', 'order_id', 'lent', 'line_no'],
  of: [
    {
      from: sql`order_lines`,
      where: sql`not service`,
      row: {
        product_id: sql`product_id`,
        order_id: sql`order_id`,
        lent: sql`false`,
        line_no: sql`line_no`,
        quantity_e4: sql`quantity_e4`,
      },
    },
    {
      from: sql`order_loans`,
      row: {
        product_id: sql`product_id`,
        order_id: sql`order_id`,
        lent: sql`true`,
        line_no: sql`line_no`,
        quantity_e4: sql`quantity_e4`,
      },
    },
  ],
  while: { of: sql`orders`, by: 'order_id', column: 'status', holds: (status) => sql`public.is_promised(${status})` },
})

/** The search text of the goods, as they are called in the lines and now. An order to which nothing more happens keeps the names of then. */
const orderGoods = derivedColumn('orders', 'goods', {
  from: sql`order_lines`,
  by: 'order_id',
  join: sql`join public.products product on product.id = each_row.product_id
    cross join lateral (values (each_row.name, each_row.sku), (product.name, product.sku)) called (name, sku)`,
  value: sql`public.goods_key(array_agg(called.name), array_agg(called.sku))`,
  follows: [
    {
      of: sql`products`,
      columns: ['name', 'sku'],
      records: sql`
        select distinct l.order_id from public.order_lines l join public.orders o on o.id = l.order_id
        where l.product_id = new.id and o.status <> all(${CLOSED_STATUSES})`,
    },
    {
      of: sql`orders`,
      columns: ['status'],
      when: sql`old.status = any(${CLOSED_STATUSES}) and new.status <> all(${CLOSED_STATUSES})`,
      records: sql`select new.id`,
    },
  ],
  proven: sql`orders.status <> all(${CLOSED_STATUSES})`,
})

/** The columns with the texts of an order, from which its column `search` is generated. */
const TEXTS = ['name', 'label', 'description', 'driver_note', 'delivery_address']

/** The words of an order's own texts, without those of its goods. */
const orderTexts = derivedRows('order_texts', {
  key: ['id'],
  of: [{ from: sql`orders`, row: { id: sql`id`, words: sql`public.words_of(search)` } }],
  follows: { columns: ['id', ...TEXTS], differing: ['id', 'search'] },
})

/** The words that the search proposes. A job removes those that no order has any more. */
const orderWords = derivedRows('order_words', {
  key: ['word'],
  of: [{ from: sql`orders`, row: { word: sql`unnest(tsvector_to_array(words))` } }],
  follows: { columns: [...TEXTS, 'goods'], differing: ['words'] },
  onlyAdded: true,
})

export const derived = [promisedLines, orderGoods, orderTexts, orderWords]
