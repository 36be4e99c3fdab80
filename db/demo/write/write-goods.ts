/** Writes the customers and products of the demo company, and the ledgers of stock and loans. */
import { type Rows, sql } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import { costedMovements, type Invoiced } from '../costs.ts'
import { at } from '../calendar.ts'
import { type DemoProduct, shelvesOf } from '../goods/catalogue.ts'
import { insertRows, reserveIds } from './insert-rows.ts'
import { FIRST_DAY, type Movement } from '../ledger.ts'
import { DEMO_SALESPERSONS, salespersonOf } from '../salespersons.ts'

/** The id of each product, by its key. */
export type ProductIds = ReadonlyMap<string, number>

/** Returns the id of a written product. */
export const idOf = (ids: ProductIds, { key }: DemoProduct): number => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`${key} was not written`)
  return id
}

/** Writes the salespersons and their customers. */
export async function writeCustomers(tx: Rows, { customers, calendar }: DemoCompany): Promise<void> {
  const numbers = await reserveIds(
    tx,
    `nextval(pg_get_serial_sequence('salespersons', 'id'))`,
    DEMO_SALESPERSONS.length,
  )
  const ids = new Map(DEMO_SALESPERSONS.map((person, index) => [person, numbers[index] as number]))
  const since = calendar.moment(at(FIRST_DAY, 6))
  await insertRows(
    tx,
    'salespersons',
    {
      id: 'bigint',
      name: 'text',
      surname: 'text',
      email: 'text',
      start_date: 'date',
      first_discount_bp: 'int',
      normal_discount_bp: 'int',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    DEMO_SALESPERSONS.map((person) => ({
      ...person,
      id: ids.get(person),
      start_date: calendar.day(-person.started),
      created_at: since,
      updated_at: since,
    })),
  )
  await insertRows(
    tx,
    'customers',
    {
      id: 'bigint',
      name: 'text',
      label: 'text',
      tax_office: 'text',
      address: 'text',
      city: 'text',
      postcode: 'text',
      country: 'text',
      phone: 'text',
      phone2: 'text',
      start_date: 'date',
      representor: 'text',
      discount_bp: 'int',
      category: 'text',
      vat_type_bp: 'int',
      vat: 'text',
      social: 'text',
      profession: 'text',
      email: 'text',
      tags: 'jsonb',
      salesperson_id: 'bigint',
      custom_fields: 'jsonb',
      extra_addresses: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    customers.map((customer, index) => {
      const salesperson = salespersonOf(customer, index)
      return {
        ...customer,
        salesperson_id: salesperson ? ids.get(salesperson) : null,
        updated_at: customer.created_at,
      }
    }),
  )
}

/**
 * Writes the products with their requirements, and returns their ids. In one piece, because it is a list of tables,
 * each with its columns.
 */
export async function writeProducts(tx: Rows, { products, calendar }: DemoCompany): Promise<ProductIds> {
  const numbers = await reserveIds(tx, `nextval(pg_get_serial_sequence('products', 'id'))`, products.length)
  const ids = new Map(products.map(({ key }, index) => [key, numbers[index] as number]))
  const made = calendar.moment(at(FIRST_DAY, 6))
  const shelves = shelvesOf(products)
  await insertRows(
    tx,
    'products',
    {
      id: 'bigint',
      name: 'text',
      sku: 'text',
      provsku: 'text',
      epsilon_code: 'text',
      barcode: 'text',
      description: 'text',
      usage_type: 'text',
      category: 'text',
      cn_code: 'text',
      vat_bp: 'int',
      vat_class: 'text',
      b2b_sales_price_e4: 'bigint',
      sales_price_e4: 'bigint',
      cost_price_e4: 'bigint',
      cost_margin_bp: 'int',
      unit: 'text',
      overridable: 'boolean',
      lendable: 'boolean',
      shelf: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      photos: 'jsonb',
    },
    products.map((product) => ({
      id: ids.get(product.key),
      name: product.name,
      sku: product.key,
      provsku: product.usage === 'PURCHASED-MATERIAL' ? `ΠΡ-${String(product.serial).padStart(4, '0')}` : '',
      epsilon_code: `${product.usage === 'COMPLETE-PRODUCT' ? '71' : '24'}.${String(product.serial).padStart(4, '0')}`,
      barcode: product.barcode,
      description: product.description,
      usage_type: product.usage,
      category: product.category,
      cn_code: product.cnCode,
      vat_bp: product.vat,
      vat_class: product.vat === 2400 ? 'Κανονικός' : 'Μειωμένος',
      b2b_sales_price_e4: product.b2bPrice,
      sales_price_e4: product.salesPrice,
      cost_price_e4: product.cost,
      cost_margin_bp: product.margin,
      unit: product.unit,
      overridable: product.overridable,
      lendable: product.lendable,
      shelf: shelves.get(product.key) ?? '',
      created_at: made,
      updated_at: made,
      photos: [],
    })),
  )
  const steps = products.flatMap(({ key, steps: own }) =>
    own.map((step, index) => ({ ...step, product_id: ids.get(key), seq: index + 1 })),
  )
  await insertRows(tx, 'requirement_steps', { product_id: 'bigint', seq: 'int', section: 'text' }, steps)
  await insertRows(
    tx,
    'requirement_materials',
    { product_id: 'bigint', seq: 'int', line_no: 'int', material_id: 'bigint', quantity_e4: 'bigint', unit: 'text' },
    steps.flatMap(({ product_id, seq, materials }) =>
      materials.map(({ key, quantity, unit }, index) => ({
        product_id,
        seq,
        line_no: index + 1,
        material_id: ids.get(key),
        quantity_e4: quantity,
        unit,
      })),
    ),
  )
  return ids
}

/** Writes the stock movements, whose trigger sets the stock, and the loans. */
export async function writeStock(
  tx: Rows,
  company: DemoCompany,
  ids: ProductIds,
  people: People,
  invoiceOf: ReadonlyMap<Movement, Invoiced>,
): Promise<void> {
  const { calendar } = company
  await insertRows(
    tx,
    'stock_movements',
    {
      product_id: 'bigint',
      quantity_e4: 'bigint',
      balance_e4: 'bigint',
      cost_cents: 'bigint',
      value_cents: 'bigint',
      average_cost_e8: 'bigint',
      reason: 'text',
      order_id: 'bigint',
      task_id: 'bigint',
      invoice_id: 'bigint',
      note: 'text',
      user_id: 'bigint',
      user_name: 'text',
      at: 'timestamptz',
    },
    costedMovements(company, invoiceOf).flatMap(({ movement, rows }) =>
      rows.map(({ reason, quantity: moved, cost, after }) => ({
        ...people(movement.by),
        product_id: idOf(ids, movement.product),
        quantity_e4: moved,
        balance_e4: after.stock,
        cost_cents: cost,
        value_cents: after.value,
        average_cost_e8: after.average,
        reason: reason ?? (invoiceOf.has(movement) ? 'purchased' : movement.reason),
        invoice_id: invoiceOf.get(movement)?.id ?? null,
        order_id: movement.order?.id ?? null,
        task_id: movement.washing?.id ?? null,
        note: movement.note,
        at: calendar.moment(movement.time),
      })),
    ),
  )
  await tx.run(sql`
    update products p set updated_at = m.at
    from (select product_id, max(at) as at from stock_movements group by product_id) m where m.product_id = p.id`)
  await writeLoans(tx, company, ids, people)
}

async function writeLoans(tx: Rows, { loans, calendar }: DemoCompany, ids: ProductIds, people: People): Promise<void> {
  await insertRows(
    tx,
    'loans',
    {
      bound: 'text',
      customer_id: 'bigint',
      customer_name: 'text',
      product_id: 'bigint',
      product_name: 'text',
      order_id: 'bigint',
      origin: 'text',
      quantity_e4: 'bigint',
      task_id: 'bigint',
      note: 'text',
      user_id: 'bigint',
      user_name: 'text',
      created_at: 'timestamptz',
    },
    loans.map((loan) => ({
      ...people(loan.by),
      bound: loan.bound,
      customer_id: loan.order.customer.id,
      customer_name: loan.order.customer.name,
      product_id: idOf(ids, loan.product),
      product_name: loan.product.name,
      order_id: loan.ofOrder ? loan.order.id : null,
      origin: loan.origin,
      quantity_e4: loan.quantity,
      task_id: loan.washing?.id ?? null,
      note: loan.note,
      created_at: calendar.moment(loan.time),
    })),
  )
}
