/** Names, inputs and outputs of packaging. */
import { z } from 'zod'
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
import { packagingRights } from './rights.ts'

export const packageOrder = defineCommand('packaging.package-order', {
  right: packagingRights.package,
  input: z.strictObject({
    id: zId,
    /** Who packed it; required, but refused by a rule of its own so that the page can say it beside the field. */
    name: zText(100),
    /** Why stock may go below zero, when it does (ruling C-12). */
    overruleReason: zOptionalText(500),
  }),
  output: z.object({ id: z.int(), packagedBy: z.string() }),
})

const filters = { done: z.boolean(), id: zText(20), name: zText(200) }
export const packagingListInput = listInput(filters, ['expectedDelivery', 'id', 'name'])

const zRow = z.object({
  id: z.int(),
  name: z.string(),
  label: z.string(),
  expectedDelivery: z.string().nullable(),
  status: z.enum(['TO-PACKAGE', 'PACKAGED']),
  lineCount: z.int(),
  packagedBy: z.string(),
})
export type PackagingRow = z.output<typeof zRow>

/** Orders to package, or (done) those packaged. */
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

/** What a packer sees of an order: what to put in the box and where it goes, no prices. */
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
  expectedDelivery: z.string().nullable(),
  packagedBy: z.string(),
  lines: z.array(
    z.object({
      productId: z.int(),
      name: z.string(),
      sku: z.string(),
      barcode: z.string(),
      unit: z.string(),
      quantity: z.int(),
      stock: z.int(),
    }),
  ),
  loans: z.array(z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: z.int() })),
})
export type Box = z.output<typeof zBox>

export const packagingDetail = defineQuery('packaging.detail', {
  right: packagingRights.read,
  input: z.strictObject({ id: zId }),
  output: zBox,
})

/** The most orders that one tablet takes along. */
export const MOST_BOXES = 500

/** Everything a packer needs for a day, in one answer that the tablet keeps: the orders that wait, the most urgent first. */
export const packagingDay = defineQuery('packaging.day', {
  right: packagingRights.read,
  input: z.strictObject({}),
  output: z.object({ boxes: z.array(zBox), more: z.boolean() }),
})
