/** Writes the orders, shipments, payments and history of the demo company. */
import { type Rows, sql } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import { insertRows } from './insert-rows.ts'
import { PAYMENT_COLUMNS } from './payment-columns.ts'
import { idOf, type ProductIds } from './write-goods.ts'

/** Writes orders with their lines and lent items. In one piece, because it is a list of tables, each with its columns. */
export async function writeOrders(tx: Rows, company: DemoCompany, ids: ProductIds): Promise<void> {
  const { orders, calendar, shipments } = company
  const shipmentOf = new Map(
    shipments.flatMap((shipment) => shipment.stops.map(({ order }) => [order, shipment] as const)),
  )
  await insertRows(
    tx,
    'orders',
    {
      id: 'bigint',
      status: 'text',
      customer_id: 'bigint',
      name: 'text',
      label: 'text',
      description: 'text',
      driver_note: 'text',
      delivery_address: 'jsonb',
      expected_delivery_at: 'timestamp',
      valid_until: 'date',
      refcode: 'text',
      shipping: 'jsonb',
      shipping_by: 'text',
      packaged_by: 'text',
      packaged_at: 'timestamptz',
      invoice_mode: 'text',
      invoice_reason: 'text',
      invoiced_on: 'date',
      line_count: 'int',
      quantity_e4: 'bigint',
      products_cents: 'bigint',
      vat_cents: 'bigint',
      total_cents: 'bigint',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      version: 'int',
    },
    orders.map((order) => {
      const shipment = shipmentOf.get(order)
      const packed = order.course.timeOf('PACKAGED')
      return {
        id: order.id,
        status: order.status,
        customer_id: order.customer.id,
        name: order.customer.name,
        label: order.customer.label,
        description: order.description,
        driver_note: order.driverNote,
        delivery_address: order.delivery,
        expected_delivery_at: order.expected,
        valid_until: order.validUntil,
        refcode: order.invoice?.refcode ?? null,
        shipping: shipment
          ? { driver: shipment.driverName, type: shipment.type, car: shipment.vehicle, extra: shipment.extra }
          : {},
        shipping_by: shipment?.driverName ?? '',
        packaged_by: order.packagedBy,
        packaged_at: packed === null ? null : calendar.moment(packed),
        invoice_mode: order.invoice?.mode ?? null,
        invoice_reason: order.invoice?.reason ?? null,
        invoiced_on: order.invoice?.on ?? null,
        line_count: order.totals.lineCount,
        quantity_e4: order.totals.quantity,
        products_cents: order.totals.products,
        vat_cents: order.totals.vat,
        total_cents: order.totals.total,
        created_at: calendar.moment(order.course.created),
        updated_at: calendar.moment(order.course.updated),
        version: order.course.steps.length,
      }
    }),
  )
  await insertRows(
    tx,
    'order_lines',
    {
      order_id: 'bigint',
      line_no: 'int',
      product_id: 'bigint',
      name: 'text',
      sku: 'text',
      unit: 'text',
      vat_bp: 'int',
      sales_price_e4: 'bigint',
      cost_price_e4: 'bigint',
      quantity_e4: 'bigint',
      total_cents: 'bigint',
      vat_cents: 'bigint',
    },
    orders.flatMap((order) =>
      order.lines.map((line, index) => ({
        order_id: order.id,
        line_no: index + 1,
        product_id: idOf(ids, line.product),
        name: line.product.name,
        sku: line.product.key,
        unit: line.product.unit,
        vat_bp: line.vat,
        sales_price_e4: line.salesPrice,
        cost_price_e4: line.costPrice,
        quantity_e4: line.quantity,
        total_cents: line.total,
        vat_cents: line.vatAmount,
      })),
    ),
  )
  await insertRows(
    tx,
    'order_loans',
    {
      order_id: 'bigint',
      line_no: 'int',
      product_id: 'bigint',
      origin_product_id: 'bigint',
      name: 'text',
      sku: 'text',
      unit: 'text',
      cost_price_e4: 'bigint',
      quantity_e4: 'bigint',
    },
    orders.flatMap((order) =>
      order.loans.map((loan, index) => ({
        order_id: order.id,
        line_no: index + 1,
        product_id: idOf(ids, loan.product),
        origin_product_id: idOf(ids, loan.origin),
        name: loan.product.name,
        sku: loan.product.key,
        unit: loan.product.unit,
        cost_price_e4: loan.product.cost,
        quantity_e4: loan.quantity,
      })),
    ),
  )
}

/** Writes the open and finished shipments with the outcome of each order. */
export async function writeShipments(tx: Rows, { shipments, calendar }: DemoCompany, people: People): Promise<void> {
  await insertRows(
    tx,
    'shipments',
    {
      id: 'bigint',
      status: 'text',
      driver: 'text',
      driver_user_id: 'bigint',
      driver_type: 'text',
      vehicle: 'text',
      extra: 'text',
      route: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
      finished_at: 'timestamptz',
      version: 'int',
    },
    shipments.map((shipment) => ({
      id: shipment.id,
      status: shipment.finished === null ? 'PENDING' : 'DONE',
      driver: shipment.driverName,
      driver_user_id: shipment.driver === null ? null : people(shipment.driver).user_id,
      driver_type: shipment.type,
      vehicle: shipment.vehicle,
      extra: shipment.extra,
      route: shipment.stops.map(
        ({ order: { delivery } }) => `${delivery.address}, ${delivery.postcode} ${delivery.city}`,
      ),
      created_at: calendar.moment(shipment.planned),
      updated_at: calendar.moment(shipment.finished ?? shipment.planned),
      finished_at: shipment.finished === null ? null : calendar.moment(shipment.finished),
      version: shipment.finished === null ? 1 : shipment.stops.length + 2,
    })),
  )
  await insertRows(
    tx,
    'shipment_orders',
    {
      shipment_id: 'bigint',
      order_id: 'bigint',
      position: 'int',
      outcome: 'text',
      outcome_at: 'timestamptz',
      reason: 'text',
    },
    shipments.flatMap((shipment) =>
      shipment.stops.map((stop, position) => ({
        shipment_id: shipment.id,
        order_id: stop.order.id,
        position: position + 1,
        outcome: stop.outcome,
        outcome_at: stop.time === null ? null : calendar.moment(stop.time),
        reason: stop.reason,
      })),
    ),
  )
}

/** Writes the payments of the customers. */
export async function writePayments(tx: Rows, company: DemoCompany, people: People): Promise<void> {
  const { calendar } = company
  await insertRows(
    tx,
    'payments',
    { ...PAYMENT_COLUMNS, series: 'text', customer_id: 'bigint', order_id: 'bigint' },
    company.payments().map((payment) => ({
      ...people(payment.by),
      bound: payment.bound,
      type: payment.type,
      amount_cents: payment.amount,
      series: payment.series,
      date: payment.date,
      customer_id: payment.order.customer.id,
      entity_name: payment.order.customer.name,
      refcode: payment.refcode,
      bank_name: payment.bankName,
      expire_date: payment.expireDate,
      issuer: payment.issuer,
      iban: payment.iban,
      receipt_code: payment.receiptCode,
      order_id: payment.order.id,
      created_at: calendar.moment(payment.time),
      updated_at: calendar.moment(payment.time),
    })),
  )
  // cheques whose day is over were cashed, and those of the next two weeks are at the bank
  await tx.run(sql`
    update cheques set state = case when expires < ${calendar.day(0)}::date then 'CASHED' else 'DEPOSITED' end
    where not given and expires < ${calendar.day(14)}::date`)
}

/** Writes the history. */
export async function writeHistoryOf(tx: Rows, company: DemoCompany, people: People): Promise<void> {
  await insertRows(
    tx,
    'history',
    {
      at: 'timestamptz',
      user_id: 'bigint',
      user_name: 'text',
      command: 'text',
      entity: 'text',
      entity_id: 'bigint',
      changes: 'jsonb',
      note: 'text',
    },
    company.history().map((entry) => ({
      ...people(entry.by),
      at: company.calendar.moment(entry.time),
      command: entry.command,
      entity: entry.entity,
      entity_id: entry.id,
      changes: entry.changes,
      note: entry.note,
    })),
  )
}
