/** Declares shipments as programs read and write them. */
import { z } from 'zod'
import { PLANNED_AGAIN, readableShipments } from './own-shipments.ts'
import { refuse } from '#kernel/refusal.ts'
import { computed, integer, json, moment, text } from '#server/data-api/fields.ts'
import { type DataTable, dataTable } from '#server/data-api/table.ts'
import { sql } from '#server/db/database.ts'
import { shippingRights } from '../domain/rights.ts'
import { DRIVER_TYPES, MOST_STOPS, SHIPMENT_STATUSES } from '../domain/shipment.ts'
import { finishShipment } from './drive.ts'
import { createShipment } from './plan-shipment.ts'

export const owns = ['shipments', 'shipment_orders', 'loaded_parcels', 'delivery_proofs', 'delivery_photos'] as const
export const reads = [
  'credit_lines',
  'credits',
  'customers',
  'delivery_notes',
  'loan_balances',
  'loans',
  'order_lines',
  'order_loans',
  'orders',
  'payments',
  'products',
  'undelivered_loans',
  'users',
] as const

// an order that went back to planning has left the shipment (C-28), and only the history of the shipment names it
const ORDERS = sql`coalesce((
  select json_agg(so.order_id order by so.position) from shipment_orders so
  where so.shipment_id = s.id and so.outcome is distinct from 'INVOICED'), '[]'::json)`

// drivers may not read the addresses of orders that left the shipment
const ROUTE_OF_DRIVER = sql`case when not exists (
  select from shipment_orders so
  where so.shipment_id = s.id and (so.outcome = 'INVOICED' or ${PLANNED_AGAIN})) then s.route else '[]'::jsonb end`

const zOrderIds = z
  .array(
    z.union([
      z.int().min(1),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ]),
  )
  .min(1)
  .max(MOST_STOPS)

export const shipmentsTable: DataTable = dataTable({
  name: 'shipments',
  note: 'The orders that one driver or courier delivers together. A new shipment puts its orders ON SHIPPING. Status DONE ends it when no order remains.',
  from: sql`shipments s`,
  id: 'id',
  fields: {
    id: integer('s.id'),
    status: text('s.status', { values: SHIPMENT_STATUSES, plainOrder: true }),
    driver: text('s.driver', { required: true, ignoresCase: true }),
    type: text('s.driver_type', { values: DRIVER_TYPES, plainOrder: true }),
    car: text('s.vehicle'),
    extra: text('s.extra'),
    route: json('s.route', {
      shape: z.array(z.unknown()).max(500),
      note: 'Empty for drivers who may no longer read all stops of the shipment, because it contains addresses.',
      instead: { without: shippingRights.read, column: ROUTE_OF_DRIVER },
    }),
    orders: json(ORDERS, { shape: zOrderIds }),
    created: computed(moment('s.created_at')),
    update: computed(moment('s.updated_at')),
  },
  read: [shippingRights.read, shippingRights.drive],
  write: { create: shippingRights.plan, update: shippingRights.drive },
  visible: (actor) => (actor.role === 'driver' ? readableShipments(actor) : null),
  ownOnly: ({ role }) => role === 'driver',
  why: { DELETE: 'A shipment is never deleted. End it with PATCH and the status DONE.' },
  names: { orderIds: 'orders', driverType: 'type', vehicle: 'car' },
  create: async (work, record) => {
    const type = DRIVER_TYPES.find((one) => one === (record.type ?? 'Driver'))
    if (!type) refuse('invalid', 'shipping.unknown-driver-type')
    const { id } = await createShipment(work, {
      orderIds: record.orders ?? refuse('invalid', 'shipping.orders-required'),
      driverType: type,
      driverUserId: null,
      driver: record.driver ?? '',
      vehicle: record.car ?? '',
      extra: record.extra ?? '',
      route: record.route ?? undefined,
    })
    return id
  },
  update: async (work, id, record, current) => {
    if (record.status === 'DONE') await finishShipment(work, { id })
    else if (record.status != null && record.status !== current.status)
      refuse('refused', 'shipping.wrong-status', { status: current.status })
    else refuse('refused', 'shipping.fixed')
  },
})
