/** Writes the inbound invoices of the demo company. */
import { type Rows, sql } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import { dayOffset } from '../calendar.ts'
import type { Invoiced } from '../costs.ts'
import { type DemoProvider, invoicesOf } from '../invoices.ts'
import type { Movement } from '../ledger.ts'
import { insertRows, reserveIds } from './insert-rows.ts'
import { idOf, type ProductIds } from './write-goods.ts'

/** Writes the invoices and returns the invoice of each movement of the ledger that has one. */
export async function writeInvoices(
  tx: Rows,
  { movements, calendar }: DemoCompany,
  productIds: ProductIds,
  people: People,
): Promise<ReadonlyMap<Movement, Invoiced>> {
  const providers = await tx.many<DemoProvider>(
    sql`select id, name, vat, tags from providers where not system order by id`,
  )
  const invoices = invoicesOf(movements, providers)
  if (invoices.length === 0) return new Map()
  const ids = await reserveIds(tx, `nextval(pg_get_serial_sequence('inbound_invoices', 'id'))`, invoices.length)
  const numbered = invoices.map((invoice, index) => ({ ...invoice, id: ids[index] as number }))
  await insertRows(
    tx,
    'inbound_invoices',
    {
      id: 'bigint',
      type: 'text',
      state: 'text',
      provider_id: 'bigint',
      provider_name: 'text',
      provider_vat: 'text',
      import_date: 'date',
      number: 'text',
      refcode: 'text',
      goods_cents: 'bigint',
      vat_cents: 'bigint',
      total_cents: 'bigint',
      quantity_e4: 'bigint',
      line_count: 'int',
      note: 'text',
      section: 'text',
      user_id: 'bigint',
      user_name: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      version: 'int',
    },
    numbered.map(({ id, provider, time, number, refcode, totals }) => ({
      ...people('operations@kerino.demo'),
      id,
      type: 'INBOUND',
      state: 'BOOKED',
      provider_id: provider.id,
      provider_name: provider.name,
      provider_vat: provider.vat,
      import_date: calendar.day(dayOffset(time)),
      number,
      refcode,
      goods_cents: totals.goods,
      vat_cents: totals.vat,
      total_cents: totals.total,
      quantity_e4: totals.quantity,
      line_count: totals.lineCount,
      note: '',
      section: '',
      created_at: calendar.moment(time),
      updated_at: calendar.moment(time),
      version: 1,
    })),
  )
  const lines = numbered.flatMap(({ id, lines: own }) => own.map((line, index) => ({ ...line, id, lineNo: index + 1 })))
  await writeLines(tx, lines, productIds)
  await tx.run(sql`
    insert into received_costs (product_id, invoice_id)
    select product_id, max(invoice_id) from inbound_invoice_lines where sets_cost group by product_id
    on conflict (product_id) do nothing`)
  return new Map(lines.map(({ movement, id, net }) => [movement, { id, net }]))
}

type Line = ReturnType<typeof invoicesOf>[number]['lines'][number] & { readonly id: number; readonly lineNo: number }

async function writeLines(tx: Rows, lines: readonly Line[], productIds: ProductIds): Promise<void> {
  await insertRows(
    tx,
    'inbound_invoice_lines',
    {
      invoice_id: 'bigint',
      line_no: 'int',
      product_id: 'bigint',
      name: 'text',
      description: 'text',
      sku: 'text',
      provider_sku: 'text',
      category: 'text',
      unit: 'text',
      quantity_e4: 'bigint',
      price_e4: 'bigint',
      discount_bp: 'int',
      cost_price_e4: 'bigint',
      new_cost_price_e4: 'bigint',
      sets_cost: 'boolean',
      vat_bp: 'int',
      net_cents: 'bigint',
      vat_cents: 'bigint',
      stock_e4: 'bigint',
      received_e4: 'bigint',
      dropped_e4: 'bigint',
    },
    lines.map(({ id, lineNo, movement: { product }, ...line }) => ({
      invoice_id: id,
      line_no: lineNo,
      product_id: idOf(productIds, product),
      name: product.name,
      description: product.description,
      sku: product.key,
      provider_sku: '',
      category: product.category,
      unit: product.unit,
      quantity_e4: line.quantity,
      price_e4: line.price,
      discount_bp: line.discount,
      cost_price_e4: line.before,
      new_cost_price_e4: line.newCost,
      sets_cost: true,
      vat_bp: line.vat,
      net_cents: line.net,
      vat_cents: line.vatAmount,
      stock_e4: line.stock,
      received_e4: 0,
      dropped_e4: 0,
    })),
  )
}
