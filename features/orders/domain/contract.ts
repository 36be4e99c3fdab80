/** Declares the names, inputs and outputs of the commands and queries on orders. */
import { z } from 'zod'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { plainKeys, zExtra } from '#features/customers/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  historyInput,
  historyOutput,
  listInput,
  listOutput,
  zId,
  zOptionalText,
  zText,
  zVersion,
} from '#kernel/contract.ts'
import { isWallClock, zDay } from '#kernel/day.ts'
import { zPositiveQuantity, zPrice } from '#kernel/money.ts'
import { INVOICE_MODES, ORDER_STATUSES } from './order.ts'
import { ordersRights } from './rights.ts'

export const zOrderStatus = z.enum(ORDER_STATUSES)

/** 'YYYY-MM-DD HH:mm:ss', or a day, which stands for its start. */
const zDeliveryTime = z
  .string()
  .transform((text) => (text.length === 10 ? `${text} 00:00:00` : text))
  .refine(isWallClock, { message: 'day' })

/** The delivery address. Additional fields of programs are stored too. */
export const zAddress = z
  .object({
    address: zText(300).default(''),
    postcode: zText(20).optional(),
    phone: zText(50).optional(),
    city: zText(100).optional(),
    building: zText(100).optional(),
    floor: zText(50).optional(),
    lat: z.number().min(-90).max(90).optional(),
    lon: z.number().min(-180).max(180).optional(),
  })
  .catchall(zExtra)
  .refine(plainKeys, { message: 'unknown' })
export type DeliveryAddress = z.output<typeof zAddress>

const zLineInput = z.strictObject({
  productId: zId,
  quantity: zPositiveQuantity,
  /** The price. Without it, the product's current price is used. */
  salesPrice: zPrice.optional(),
})

const zLoanInput = z.strictObject({
  productId: zId,
  originProductId: zId,
  /** The lent quantity. Without it, the pieces of the line decide. */
  quantity: zPositiveQuantity.optional(),
  /** True if a quantity that differs from what the pieces carry is confirmed. */
  confirmed: z.boolean().default(false),
})

const orderContent = {
  customerId: zId,
  description: zText(4000).default(''),
  driverNote: zText(2000).default(''),
  deliveryAddress: zAddress.default({ address: '' }),
  expectedDelivery: zDeliveryTime.nullable().default(null),
  validUntil: zDay.nullable().default(null),
  lines: z.array(zLineInput).min(1).max(MOST_LINES),
  loans: z.array(zLoanInput).max(MOST_LINES).default([]),
}

export const createOrder = defineCommand('orders.create-order', {
  right: ordersRights.write,
  input: z.strictObject({ offer: z.boolean().default(false), ...orderContent }),
  output: z.object({ id: z.int(), status: zOrderStatus }),
})

/** Replaces the content of an order, until it is sent for packaging (C-64). */
export const changeOrder = defineCommand('orders.change-order', {
  right: ordersRights.write,
  input: z.strictObject({ id: zId, version: zVersion, ...orderContent }),
  output: z.object({ id: z.int(), status: zOrderStatus, version: z.int() }),
})

/** The transitions that need no further input. */
export const PLAIN_TRANSITIONS = [
  'convert',
  'delete-offer',
  'restore-offer',
  'send',
  'reopen',
  'release',
  'park',
  'unpark',
  're-ship',
  'cancel',
] as const

export const moveOrder = defineCommand('orders.move-order', {
  right: ordersRights.read,
  input: z.strictObject({
    id: zId,
    transition: z.enum(PLAIN_TRANSITIONS),
    version: zVersion.optional(),
    note: zOptionalText(1000),
  }),
  output: z.object({ id: z.int(), status: zOrderStatus, version: z.int() }),
})

/**
 * Makes one transition for many orders. Orders that may not move are returned with the reason. Orders with open
 * production tasks are sent only if the person agreed to that (C-10).
 */
export const moveOrders = defineCommand('orders.move-orders', {
  right: ordersRights.read,
  input: z.strictObject({
    ids: z.array(zId).min(1).max(500),
    transition: z.enum(['send', 'release']),
    confirmOpenTasks: z.boolean().default(false),
  }),
  output: z.object({
    moved: z.array(z.int()),
    refused: z.array(
      z.object({ id: z.int(), code: z.string(), details: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
})

/**
 * Rechecks stock: PENDING-STOCK orders in stock become STOCK-OK, and STOCK-OK orders out of stock go back. Process
 * ignores open tasks. The operations board sends `withoutOpenTasks`, and then orders with open tasks do not become
 * STOCK-OK (C-10).
 */
export const processOrders = defineCommand('orders.process-orders', {
  right: ordersRights.process,
  input: z.strictObject({ withoutOpenTasks: z.boolean().default(false) }),
  output: z.object({ promoted: z.int(), demoted: z.int() }),
})

/** The filters of order lists. */
export const orderFilters = {
  status: z.array(zOrderStatus).max(ORDER_STATUSES.length),
  notStatus: z.array(zOrderStatus).max(ORDER_STATUSES.length),
  createdFrom: zDay,
  createdTo: zDay,
  deliveryFrom: zDay,
  deliveryTo: zDay,
  id: zText(20),
  name: zText(200),
  label: zText(200),
  /** Words of the delivery address. All must match. */
  address: zText(200),
  customerId: zId,
  lineCountFrom: z.int(),
  lineCountTo: z.int(),
  productsFrom: z.int(),
  productsTo: z.int(),
  vatFrom: z.int(),
  vatTo: z.int(),
  totalFrom: z.int(),
  totalTo: z.int(),
  invoicedFrom: zDay,
  invoicedTo: zDay,
}

export const ORDER_SORTS = [
  'id',
  'created',
  'name',
  'label',
  'expectedDelivery',
  'status',
  'address',
  'lineCount',
  'products',
  'vat',
  'total',
  'invoicedOn',
] as const

export const zOrderRow = z.object({
  id: z.int(),
  created: z.string(),
  name: z.string(),
  label: z.string(),
  expectedDelivery: z.string().nullable(),
  status: zOrderStatus,
  address: z.string(),
  lineCount: z.int(),
  products: z.int(),
  vat: z.int(),
  total: z.int(),
  invoicedOn: z.string().nullable(),
  /** The status of the newest accounting document that is not accepted, for orders to invoice and returned orders. */
  document: z.string().nullable(),
  /** The number of open production tasks while the order is STOCK-OK, otherwise 0. */
  openTasks: z.int(),
  version: z.int(),
})
export type OrderRow = z.output<typeof zOrderRow>

export const orderListInput = listInput(orderFilters, ORDER_SORTS)
export const listOrders = defineQuery('orders.list', {
  right: ordersRights.read,
  input: orderListInput,
  output: listOutput(zOrderRow),
})
export const countOrders = defineQuery('orders.count', {
  right: ordersRights.read,
  input: orderListInput,
  output: countOutput,
})

/** The maximum number of orders for one bulk action. */
export const MOST_TOGETHER = 5_000

/**
 * Returns the ids of the orders of a list for bulk actions: oldest first, at most `MOST_TOGETHER`, and how many of them
 * have open production tasks. `more` is true if the list has further orders.
 */
export const orderIds = defineQuery('orders.ids', {
  right: ordersRights.read,
  input: orderListInput,
  output: z.object({ ids: z.array(z.int()), more: z.boolean(), withOpenTasks: z.int() }),
})

/** Returns the number of orders in each status. */
export const orderCounts = defineQuery('orders.counts', {
  right: ordersRights.read,
  input: z.strictObject({}),
  output: z.object({ counts: z.record(z.string(), z.int()) }),
})

/** The stock for a line or a loan. */
const zStockFigures = {
  stock: z.int(),
  /** True if the stock covers all that the order sells and lends of the product (C-77). */
  stockStatus: z.enum(['STOCK-OK', 'STOCK-FAULT']),
  /** The stock minus what is promised to other open orders. */
  free: z.int(),
}

const zOrderLine = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  vat: z.int(),
  salesPrice: z.int(),
  /** The cost, or null for people who may not see costs. */
  costPrice: z.int().nullable(),
  quantity: z.int(),
  total: z.int(),
  vatAmount: z.int(),
  ...zStockFigures,
})

const zOrderLoan = z.object({
  productId: z.int(),
  originProductId: z.int().nullable(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  quantity: z.int(),
  /** The quantity that the pieces of its line carry, or null if the product no longer lends it. */
  carried: z.int().nullable(),
  ...zStockFigures,
})

const zOrderDetail = z.object({
  id: z.int(),
  version: z.int(),
  status: zOrderStatus,
  customer: z.object({
    id: z.int(),
    name: z.string(),
    label: z.string(),
    phone: z.string(),
    vat: z.string(),
    customFields: z.array(z.object({ name: z.string(), value: z.unknown() })),
  }),
  name: z.string(),
  label: z.string(),
  description: z.string(),
  driverNote: z.string(),
  deliveryAddress: zAddress,
  expectedDelivery: z.string().nullable(),
  validUntil: z.string().nullable(),
  refcode: z.string().nullable(),
  shipping: z.record(z.string(), z.unknown()),
  /** The driver, or null if none is chosen. */
  shippingBy: z.string().nullable(),
  /** The packer, or null if the order is not packed. */
  packagedBy: z.string().nullable(),
  invoiceMode: z.enum(INVOICE_MODES).nullable(),
  invoicedOn: z.string().nullable(),
  /** True if the order was imported as an older system left it (C-76). */
  historic: z.boolean(),
  created: z.string(),
  updated: z.string(),
  lines: z.array(zOrderLine),
  loans: z.array(zOrderLoan),
  totals: z.object({ lineCount: z.int(), quantity: z.int(), products: z.int(), vat: z.int(), total: z.int() }),
  /** The newest accounting document. */
  document: z
    .object({
      kind: z.enum(['invoice', 'credit-note']),
      status: z.string(),
      mark: z.string().nullable(),
      qrUrl: z.string().nullable(),
      errorCode: z.string().nullable(),
      errorMessage: z.string().nullable(),
      /** The person who closed the document by hand, and the reason. */
      settledBy: z.string().nullable(),
      settledReason: z.string().nullable(),
      attempts: z.int(),
      updated: z.string(),
    })
    .nullable(),
  facts: z.object({
    short: z.array(z.string()),
    openTasks: z.int(),
    /** True if a document waits for the accounting service or for a person. */
    documentOpen: z.boolean(),
    /** True if a document may still be issued: it is open, or a call may be in progress although a person closed it. */
    documentUnderWay: z.boolean(),
    invoiceAccepted: z.boolean(),
    credited: z.boolean(),
  }),
})
export type OrderDetail = z.output<typeof zOrderDetail>

export const orderDetail = defineQuery('orders.detail', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ order: zOrderDetail }),
})

/** Returns the newest order of a customer, for repeating it. Offers, cancelled and follow-up orders are left out. */
export const lastOrder = defineQuery('orders.last-order', {
  right: ordersRights.write,
  input: z.strictObject({ customerId: zId }),
  output: z.object({
    order: z
      .object({
        id: z.int(),
        created: z.string(),
        total: z.int(),
        lines: z.array(z.object({ productId: z.int(), name: z.string(), quantity: z.int(), salesPrice: z.int() })),
        loans: z.array(
          z.object({ productId: z.int(), originProductId: z.int().nullable(), name: z.string(), quantity: z.int() }),
        ),
      })
      .nullable(),
  }),
})
export type LastOrder = NonNullable<z.output<typeof lastOrder.output>['order']>

export const orderHistory = defineQuery('orders.history', {
  right: ordersRights.read,
  input: historyInput,
  output: historyOutput,
})

/**
 * Returns who saved the newest version of an order, when, and which fields changed. Notes and payments do not count.
 */
export const lastOrderChange = defineQuery('orders.last-change', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    change: z.object({ userName: z.string(), at: z.string(), fields: z.array(z.string()) }).nullable(),
  }),
})
