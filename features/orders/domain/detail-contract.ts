/** Declares the queries about one order: the order with its lines, its changes, and the newest order of a customer. */
import { z } from 'zod'
import { zNamedCustomer } from '#features/customers/domain/contract.ts'
import { defineHistory, defineQuery, zId } from '#kernel/contract.ts'
import { shapeOf } from '#kernel/records/fields.ts'
import { CASH_WARNINGS } from '#kernel/tax/cash-limit.ts'
import { zOrderFacts, zOrderStatus } from './contract.ts'
import { ORDER_FIELDS } from './fields.ts'
import { DOCUMENT_KINDS, INVOICE_MODES } from './order.ts'
import { ordersRights } from './rights.ts'

/** The place where people see who else changes an order. */
export const ORDER_FORM_PLACE = 'order-form'

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
  /** What `vatAmount` contains of the VAT of all lines of the rate (C-93). */
  vatRounding: z.int(),
  note: z.string(),
  /** True for a line that takes nothing from the stock, such as transport. */
  service: z.boolean(),
  /** True for lent pieces that the customer did not return and buys. */
  lost: z.boolean(),
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
  customer: zNamedCustomer.extend({
    customFields: z.array(z.object({ name: z.string(), value: z.unknown() })),
  }),
  name: z.string(),
  label: z.string(),
  ...shapeOf(ORDER_FIELDS, 'stored'),
  refcode: z.string().nullable(),
  /** True if the table of codes gives its code a grey page (C-35). */
  grey: z.boolean(),
  /** What the law says of cash on the invoice (C-92). */
  cashLimit: z.enum(CASH_WARNINGS).nullable(),
  shipping: z.record(z.string(), z.unknown()),
  /** The driver, or null if none is chosen. */
  shippingBy: z.string().nullable(),
  /** The packer, or null if the order is not packed. */
  packagedBy: z.string().nullable(),
  /** The number of parcels, 1 until the order is packed. */
  parcels: z.int(),
  invoiceMode: z.enum(INVOICE_MODES).nullable(),
  invoicedOn: z.string().nullable(),
  /** True if the order was imported as an earlier system left it (C-76). */
  historic: z.boolean(),
  /** True if an earlier system packed it: it moves neither stock nor loans here (C-94). */
  packedEarlier: z.boolean(),
  created: z.string(),
  updated: z.string(),
  lines: z.array(zOrderLine),
  loans: z.array(zOrderLoan),
  /** What issued credit notes in part took back. */
  creditedInPart: z.int(),
  totals: z.object({ lineCount: z.int(), quantity: z.int(), products: z.int(), vat: z.int(), total: z.int() }),
  /** The newest accounting document. */
  document: z
    .object({
      id: z.int(),
      kind: z.enum(DOCUMENT_KINDS),
      status: z.string(),
      /** True if it went to the test environment of the accounting service. */
      test: z.boolean(),
      /** True if it was handed over without its MARK, because the connection was lost. */
      withoutMark: z.boolean(),
      series: z.string().nullable(),
      number: z.int().nullable(),
      /** The type of the document in the law, such as 1.1; null for documents of earlier versions. */
      type: z.string().nullable(),
      mark: z.string().nullable(),
      qrUrl: z.string().nullable(),
      errorCode: z.string().nullable(),
      /** Null also for people who may not see what the accounting service answered. */
      errorMessage: z.string().nullable(),
      /** The person who closed the document by hand, and the reason. */
      settledBy: z.string().nullable(),
      settledReason: z.string().nullable(),
      attempts: z.int(),
      updated: z.string(),
    })
    .nullable(),
  facts: zOrderFacts,
})
export type OrderDetail = z.output<typeof zOrderDetail>

export const orderDetail = defineQuery('orders.detail', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({ order: zOrderDetail }),
  about: ({ id }) => ({ orders: id }),
})

/**
 * Returns what belongs to an order: the offer it was, the orders it follows or that follow it, its documents, shipments,
 * payments and production tasks.
 */
export const linkedRecords = defineQuery('orders.linked', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    wasOffer: z.boolean(),
    followsOrderId: z.int().nullable(),
    followUpOrderIds: z.array(z.int()),
    /** The newest document of each kind. */
    documents: z.array(z.object({ kind: z.enum(DOCUMENT_KINDS), status: z.string() })),
    /** `outcome` is null while the order is under way. */
    shipments: z.array(z.object({ id: z.int(), driver: z.string(), outcome: z.string().nullable() })),
    payments: z.object({ count: z.int(), received: z.int() }),
    tasks: z.object({ count: z.int(), open: z.int() }),
  }),
  about: ({ id }) => ({ orders: id }),
})
export type LinkedRecords = z.output<typeof linkedRecords.output>

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

export const orderHistory = defineHistory('orders.history', ordersRights.read, 'orders')

/**
 * Returns who saved the newest version of an order, when, and which fields changed. Notes and payments do not count.
 */
export const lastOrderChange = defineQuery('orders.last-change', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: z.object({
    change: z.object({ userName: z.string(), at: z.string(), fields: z.array(z.string()) }).nullable(),
  }),
  about: ({ id }) => ({ orders: id }),
})
