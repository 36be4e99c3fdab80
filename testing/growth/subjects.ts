/** Chooses the records that the questions about growth use. */
import type { Day } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'

/** The records that the questions use: those with the most related rows. */
export type Subjects = {
  readonly order: number
  readonly offer: number
  readonly products: readonly number[]
  readonly sku: string
  /** The purchased material of the most recipes. */
  readonly material: number
  readonly customer: number
  readonly customerName: string
  readonly otherCustomer: number
  readonly vat: string
  /** The provider with the most invoices, 0 if there is none. */
  readonly provider: number
  readonly invoicedOn: string
  /** A day of delivery in the middle of all. */
  readonly deliveryOn: Day
  /** Orders that wait to be packaged. */
  readonly toPackage: readonly number[]
  /** Orders that wait for a vehicle. */
  readonly toShip: readonly number[]
  readonly shipment: number
}

/** How many orders a picking list and a vehicle have together. */
const TOGETHER = 20

/** Chooses the records: the products sold most, the customer with the most orders, the newest order in stock. */
export async function chooseSubjects(rows: Rows): Promise<Subjects> {
  const products = await rows.many<{ id: number; sku: string }>(sql`
    select p.id, p.sku from (
      select product_id, count(*) as lines from order_lines group by product_id order by lines desc, product_id limit 5) most
    join products p on p.id = most.product_id order by most.lines desc, p.id`)
  const customer = await rows.one<{ id: number; name: string; vat: string; other: number }>(sql`
    select c.id, c.name, c.vat, (select min(id) from customers where id <> c.id and not system) as other from (
      select customer_id, count(*) as orders from orders group by customer_id order by orders desc, customer_id limit 1) most
    join customers c on c.id = most.customer_id`)
  const newest = await rows.one<{ order: number; offer: number; day: string; deliveryOn: Day }>(sql`
    select max(id) filter (where status = 'STOCK-OK') as order, max(id) filter (where status = 'OFFER') as offer,
      percentile_disc(0.5) within group (order by invoiced_on)::text as day,
      percentile_disc(0.5) within group (order by expected_delivery_at)::date::text as "deliveryOn" from orders`)
  const material = await rows.maybe<{ id: number }>(sql`
    select p.id from products p join requirement_materials r on r.material_id = p.id
    where p.usage_type = 'PURCHASED-MATERIAL' group by p.id order by count(*) desc, p.id limit 1`)
  const provider = await rows.maybe<{ id: number }>(sql`
    select provider_id as id from booked_invoices group by provider_id order by count(*) desc, provider_id limit 1`)
  const together = async (status: string) => {
    const found = await rows.many<{ id: number }>(
      sql`select id from orders where status = ${status} order by id limit ${TOGETHER}`,
    )
    return found.map(({ id }) => id)
  }
  const shipment = await rows.maybe<{ id: number }>(sql`select max(id) as id from shipments`)
  return {
    toPackage: await together('TO-PACKAGE'),
    toShip: await together('INVOICED'),
    shipment: shipment?.id ?? 0,
    order: newest.order,
    offer: newest.offer,
    products: products.map(({ id }) => id),
    sku: products[0]?.sku ?? '',
    material: material?.id ?? 0,
    customer: customer.id,
    customerName: customer.name,
    otherCustomer: customer.other,
    vat: customer.vat,
    provider: provider?.id ?? 0,
    invoicedOn: newest.day,
    deliveryOn: newest.deliveryOn,
  }
}
