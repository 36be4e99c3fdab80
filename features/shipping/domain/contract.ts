/** Names, inputs and outputs of planning shipments and of the driver's day. */
import { z } from 'zod'
import { countOutput, defineCommand, defineQuery, listInput, listOutput, zId, zText } from '#kernel/contract.ts'
import { DRIVER_TYPES, SHIPMENT_STATUSES } from './shipment.ts'

export const planShipment = defineCommand('shipping.plan-shipment', {
  right: 'shipping.plan',
  input: z.strictObject({
    /** In the order in which they are driven to. */
    orderIds: z.array(zId).min(1).max(200),
    driverType: z.enum(DRIVER_TYPES),
    /** The account of the driver; without one, the name alone (couriers, people without an account). */
    driverUserId: zId.nullable().default(null),
    driver: zText(100),
    vehicle: zText(50).default(''),
    extra: zText(1000).default(''),
  }),
  output: z.object({ id: z.int() }),
})

/** Delivered, back to planning, or returned: what became of an order on the truck. */
export const closeDelivery = defineCommand('shipping.close-delivery', {
  right: 'shipping.drive',
  input: z.strictObject({
    orderId: zId,
    action: z.enum(['deliver', 'to-planning', 'return']),
    reason: zText(500).optional(),
  }),
  output: z.object({ orderId: z.int(), status: z.string() }),
})

export const finishShipment = defineCommand('shipping.finish-shipment', {
  right: 'shipping.drive',
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int(), status: z.enum(SHIPMENT_STATUSES) }),
})

const filters = { id: zText(20), name: zText(200), city: zText(100), postcode: zText(10) }
export const readyListInput = listInput(filters, ['expectedDelivery', 'id', 'name', 'city', 'postcode', 'total'])

const zReadyRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  phone: z.string(),
  driverNote: z.string(),
  expectedDelivery: z.string().nullable(),
  lineCount: z.int(),
  total: z.int(),
  invoiceMode: z.string().nullable(),
})
export type ReadyRow = z.output<typeof zReadyRow>

/** Invoiced orders that wait for a truck. */
export const listReady = defineQuery('shipping.ready', {
  right: 'shipping.read',
  input: readyListInput,
  output: listOutput(zReadyRow),
})
export const countReady = defineQuery('shipping.ready-count', {
  right: 'shipping.read',
  input: readyListInput,
  output: countOutput,
})

/** Who drives and with what. */
export const shippingChoices = defineQuery('shipping.choices', {
  right: 'shipping.read',
  input: z.strictObject({}),
  output: z.object({
    drivers: z.array(z.object({ userId: z.int().nullable(), name: z.string() })),
    vehicles: z.array(z.string()),
    company: z.object({ name: z.string(), address: z.string() }),
  }),
})

const shipmentFilters = { status: z.enum(SHIPMENT_STATUSES), driver: zText(100) }
export const shipmentListInput = listInput(shipmentFilters, ['id', 'updated'])

const zShipmentRow = z.object({
  id: z.int(),
  status: z.enum(SHIPMENT_STATUSES),
  driver: z.string(),
  driverType: z.string(),
  vehicle: z.string(),
  updated: z.string(),
  orders: z.int(),
  openOrders: z.int(),
})
export type ShipmentRow = z.output<typeof zShipmentRow>

/** Shipments of the office's lists. */
export const listShipments = defineQuery('shipping.list', {
  right: 'shipping.read',
  input: shipmentListInput,
  output: listOutput(zShipmentRow),
})

/** The open shipments of the driver who asks. */
export const driverShipments = defineQuery('shipping.driver-shipments', {
  right: 'shipping.drive',
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zShipmentRow) }),
})

const zCard = z.object({
  id: z.int(),
  position: z.int(),
  status: z.string(),
  outcome: z.string().nullable(),
  customerId: z.int(),
  name: z.string(),
  label: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  postcode: z.string(),
  driverNote: z.string(),
  expectedDelivery: z.string().nullable(),
  lineCount: z.int(),
  total: z.int(),
  invoiceMode: z.string().nullable(),
  /** Lent pieces the customer holds. */
  loanBalance: z.int(),
  lines: z.array(z.object({ name: z.string(), unit: z.string(), quantity: z.int() })),
})
export type ShipmentCard = z.output<typeof zCard>

/** One shipment with its orders as the driver sees them; a driver sees only his own. */
export const shipmentDetail = defineQuery('shipping.detail', {
  right: 'shipping.view',
  input: z.strictObject({ id: zId }),
  output: z.object({ shipment: zShipmentRow.extend({ extra: z.string() }), orders: z.array(zCard) }),
})
