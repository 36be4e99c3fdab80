/** Reads what products cost when they were bought the last times. */
import { lastPrices, SHOWN_PRICES } from '#features/supplier-catalogue/domain/contract.ts'
import type { LastBought } from '#features/supplier-catalogue/server/remember.ts'
import type { Quantity, UnitPrice } from '#kernel/money.ts'
import { query } from '#server/command.ts'
import { empty, sql } from '#server/db/database.ts'

export const lastBought: LastBought = (providerId, productId) => sql`
  select l.new_cost_price_e4 as price, l.price_e4 as list_price, l.discount_bp as discount, i.import_date as day
  from inbound_invoice_lines l join booked_invoices i on i.id = l.invoice_id
  where l.product_id = ${productId} and i.provider_id = ${providerId} and l.new_cost_price_e4 > 0
  order by i.import_date desc, i.id desc, l.line_no desc limit 1`

type Bought = {
  invoiceId: number
  number: string
  day: string
  providerId: number
  providerName: string
  quantity: Quantity
  price: UnitPrice
}

/** The lines of a product that were entered last and are looked at, so that the cost does not grow with what was bought before. */
const MOST_LOOKED_AT = 75
/** So many if only those of one provider are wanted. */
const MOST_OF_PROVIDERS = 300

export const lastPricesQuery = query(lastPrices, async ({ rows }, { productId, providerId }) => ({
  rows: await rows.many<Bought>(sql`
    select i.id as "invoiceId", i.number, i.import_date::text as day, i.provider_id as "providerId", i.provider_name as "providerName",
      l.quantity_e4 as quantity, l.new_cost_price_e4 as price
    from (
      select invoice_id, line_no, quantity_e4, new_cost_price_e4 from inbound_invoice_lines
      where product_id = ${productId} order by invoice_id desc, line_no desc limit ${
        providerId === undefined ? MOST_LOOKED_AT : MOST_OF_PROVIDERS
      }) l
    join booked_invoices i on i.id = l.invoice_id
    ${providerId === undefined ? empty : sql`where i.provider_id = kept_provider(${providerId}::bigint)`}
    order by i.import_date desc, i.id desc, l.line_no desc limit ${SHOWN_PRICES}`),
}))
