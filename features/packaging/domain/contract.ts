/** Declares the names, inputs and outputs of packaging. */
import { z } from 'zod'
import { MOST_PARCELS } from '#kernel/parcel-code.ts'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zOptionalText,
  zText,
} from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { packagingRights } from './rights.ts'

/** The place where packers see who else has an order open. */
export const PACKAGING_PLACE = 'packaging'

export const packageOrder = defineCommand('packaging.package-order', {
  right: packagingRights.package,
  input: z.strictObject({
    id: zId,
    /**
     * The name of the packer. An empty name is accepted here, because a rule refuses it and the page shows that beside
     * the field.
     */
    name: zText(100),
    /** The reason to take stock below zero (C-12). */
    overruleReason: zOptionalText(500),
    /** The number of parcels. */
    parcels: z.int().min(1).max(MOST_PARCELS).default(1),
    /**
     * The lines of which less than ordered is in the box. What is missing becomes a follow-up order that waits for stock.
     * A line names what the packer saw, so that a late press is refused if the goods were changed since.
     */
    short: z
      .array(z.strictObject({ lineNo: z.int().min(1), productId: zId, ordered: zQuantity, packed: zQuantity }))
      .max(MOST_LINES)
      .optional(),
  }),
  output: z.object({ id: z.int(), packagedBy: z.string(), followUpOrderId: z.int().nullable() }),
})

/** Corrects the number of parcels of a packed order that is not delivered yet. */
export const setParcels = defineCommand('packaging.set-parcels', {
  right: packagingRights.package,
  input: z.strictObject({ id: zId, parcels: z.int().min(1).max(MOST_PARCELS) }),
  output: z.object({ id: z.int(), parcels: z.int() }),
})

const filters = { done: z.boolean(), id: zText(20), name: zText(200) }
export const packagingListInput = listInput(filters, ['expectedDelivery', 'id', 'name'])

/** A row of the list names this many lines of its order. */
export const LINES_NAMED = 3

const zRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  expectedDelivery: z.string().nullable(),
  status: z.enum(['TO-PACKAGE', 'PACKAGED']),
  /** The number of its lines of goods. Services are not packed. */
  lineCount: z.int(),
  /** The first of them. */
  contents: z.array(z.object({ name: z.string(), quantity: z.int(), unit: z.string() })),
  packagedBy: z.string().nullable(),
})
export type PackagingRow = z.output<typeof zRow>

/** Returns the orders to package, or with `done` the packaged ones. */
export const listPackaging = defineQuery('packaging.list', {
  right: packagingRights.read,
  input: packagingListInput,
  output: listOutput(zRow),
})
export const countPackaging = defineQuery('packaging.count', {
  right: packagingRights.read,
  input: packagingListInput,
  output: countOutput,
})

/** The data of an order that a packer needs: contents and destination, without prices. */
const zBox = z.object({
  id: z.int(),
  status: z.string(),
  name: z.string(),
  label: z.string(),
  description: z.string(),
  driverNote: z.string(),
  phone: z.string(),
  address: z.string(),
  city: z.string(),
  /** Missing in an order that a tablet stored before labels had it. */
  postcode: z.string().optional(),
  expectedDelivery: z.string().nullable(),
  packagedBy: z.string().nullable(),
  /** The number of parcels, 1 until the order is packaged. */
  parcels: z.int(),
  lines: z.array(
    z.object({
      lineNo: z.int(),
      productId: z.int(),
      name: z.string(),
      sku: z.string(),
      barcode: z.string(),
      unit: z.string(),
      quantity: z.int(),
      stock: z.int(),
      /** A free text; missing in an order that a tablet stored before lines had one. */
      note: z.string().optional(),
    }),
  ),
  loans: z.array(
    z.object({
      productId: z.int(),
      /** The product that the item is lent with, or null. */
      originProductId: z.int().nullable(),
      name: z.string(),
      unit: z.string(),
      quantity: z.int(),
    }),
  ),
})
export type Box = z.output<typeof zBox>

/** The company as its labels name it; missing in answers that a tablet stored before labels had it. */
const zSender = z.object({ name: z.string(), address: z.string(), phone: z.string() }).optional()
export type Sender = z.output<typeof zSender>

export const packagingDetail = defineQuery('packaging.detail', {
  right: packagingRights.read,
  input: z.strictObject({ id: zId }),
  output: zBox.extend({ sender: zSender }),
})

/** The highest number of orders that one tablet stores. */
export const MOST_BOXES = 500

/**
 * Returns every order that waits for packaging with its contents, most urgent first. The tablet stores the answer for
 * offline work.
 */
export const packagingDay = defineQuery('packaging.day', {
  right: packagingRights.read,
  input: z.strictObject({}),
  output: z.object({ boxes: z.array(zBox), more: z.boolean(), sender: zSender }),
})

/** The highest number of orders in one picking list. */
export const MOST_PICKED = 100

const zPicked = z.object({ orderId: z.int(), quantity: z.int() })

/**
 * Returns the goods of orders that wait for packaging, sold and lent, by product in the order of the shelves, each with
 * the quantity of each order. Orders that do not wait are left out.
 */
export const pickingList = defineQuery('packaging.picking', {
  right: packagingRights.read,
  input: z.strictObject({ ids: z.array(zId).max(MOST_PICKED) }),
  output: z.object({
    orders: z.array(z.object({ id: z.int(), name: z.string() })),
    rows: z.array(
      z.object({
        productId: z.int(),
        name: z.string(),
        sku: z.string(),
        unit: z.string(),
        storePart: z.string(),
        storeFloor: z.string(),
        shelf: z.string(),
        stock: z.int(),
        quantity: z.int(),
        orders: z.array(zPicked),
      }),
    ),
  }),
})
