/** Declares the names, inputs and outputs of counting. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { defineCommand, defineQuery, listOutput, zDeviceMoment, zId, zText, zVersion } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { stockRights } from '../rights.ts'
import { COUNT_KINDS, COUNT_QUESTIONS, COUNT_STATUSES, LINE_WAYS } from './count.ts'

export const COUNTS_PAGE = 50
/** The most products that a device keeps for scanning without a connection. */
export const MOST_KEPT_PRODUCTS = 20_000
/** The most products of one count, and of the sheet of a shelf or a category. */
export const MOST_COUNTED_PRODUCTS = 5_000
/** The most lines of one count, with those that were removed or replaced. */
export const MOST_COUNT_LINES = 20_000

const right = stockRights.adjust
const ofCount = z.strictObject({ id: zId })
const zCounted = zQuantity.refine((counted) => counted >= 0)

export const openCount = defineCommand('stock.open-count', {
  right,
  input: z.strictObject({
    kind: z.enum(COUNT_KINDS),
    /** The shelf or the category. */
    place: zText(100).default(''),
    /** Where the shelf is; null for the shelves of that name everywhere. */
    storePart: zText(60).nullable().default(null),
    storeFloor: zText(60).nullable().default(null),
  }),
  output: z.object({ id: z.int() }),
})

/**
 * Enters what was counted of a product. The device makes the id of the line, so a line that is sent again is the same line.
 * A quantity of null removes the line. Refuses a quantity in another unit than that of the product: a device may have read a product
 * days ago, and the unit of a product changes as long as no quantity of it is stored.
 */
export const enterLine = defineCommand('stock.enter-line', {
  right,
  input: z.strictObject({
    countId: zId,
    line: z.uuid(),
    productId: zId,
    quantity: zCounted.nullable(),
    /** The unit that the person saw. Left out by devices that entered the line before there was this field. */
    unit: z.enum(UNITS).optional(),
    countedAt: zDeviceMoment,
    way: z.enum(LINE_WAYS),
  }),
  output: z.object({}),
})

/** Answers whether a product that was counted twice is added up, or which line alone is right. */
export const settleLines = defineCommand('stock.settle-lines', {
  right,
  input: z.strictObject({ countId: zId, productId: zId, keep: z.uuid().nullable() }),
  output: z.object({}),
})

/** Asks for products to be counted again, or takes that back. */
export const askRecount = defineCommand('stock.ask-recount', {
  right,
  input: z.strictObject({
    countId: zId,
    productIds: z.array(zId).min(1).max(MOST_COUNTED_PRODUCTS),
    again: z.boolean(),
  }),
  output: z.object({}),
})

/**
 * Books all differences of a count at once, with one reason. Refuses if lines were entered since the person saw the differences,
 * of which `version` tells.
 */
export const bookCount = defineCommand('stock.book-count', {
  right,
  input: z.strictObject({
    id: zId,
    version: zVersion,
    reason: zText(500).pipe(z.string().min(1)),
    /** True if the person agreed that a stock falls below zero. */
    belowZero: z.boolean().default(false),
  }),
  output: z.object({ changed: z.int() }),
})

/** Ends a count without booking it. */
export const dropCount = defineCommand('stock.drop-count', { right, input: ofCount, output: z.object({}) })

const zCount = z.object({
  id: z.int(),
  status: z.enum(COUNT_STATUSES),
  kind: z.enum(COUNT_KINDS),
  place: z.string(),
  storePart: z.string().nullable(),
  storeFloor: z.string().nullable(),
  reason: z.string().nullable(),
  openedAt: z.string(),
  openedBy: z.string(),
  closedAt: z.string().nullable(),
  closedBy: z.string().nullable(),
  version: z.int(),
})
export type Count = z.output<typeof zCount>

/** Returns the counts, newest first. */
export const listCounts = defineQuery('stock.counts', {
  right,
  input: z.strictObject({ status: z.enum(COUNT_STATUSES).optional(), page: z.int().min(1).max(10_000).default(1) }),
  output: listOutput(zCount.extend({ products: z.int() })),
})

const zLine = z.object({
  id: z.string(),
  productId: z.int(),
  quantity: zQuantity,
  countedAt: z.string(),
  firstAt: z.string(),
  way: z.enum(LINE_WAYS),
  person: z.string(),
  recountAt: z.string().nullable(),
})

/** Returns what a count sheet lists and what was counted so far. */
export const countSheet = defineQuery('stock.count-sheet', {
  right,
  input: ofCount,
  output: z.object({
    count: zCount,
    /** The time of the server. A device works out from it how wrong its own clock is. */
    now: z.string(),
    /** The products that should lie there. `expected` is the present stock, or null if the company hides it. */
    listed: z.array(z.object({ productId: z.int(), expected: zQuantity.nullable() })),
    /** When `listed` was read. */
    listedAt: z.string(),
    /** True if more products should lie there than a sheet can list. */
    more: z.boolean(),
    lines: z.array(zLine),
  }),
  about: ({ id }) => ({ counts: id }),
})
export type CountSheet = z.output<typeof countSheet.output>

/** Returns the lines of a count that changed since the version of an earlier answer, so that it need not be read as a whole. */
export const countChanges = defineQuery('stock.count-changes', {
  right,
  input: z.strictObject({ id: zId, since: zVersion }),
  output: z.object({
    count: zCount,
    now: z.string(),
    changed: z.array(zLine),
    /** The lines that were removed or replaced. */
    gone: z.array(z.string()),
  }),
  about: ({ id }) => ({ counts: id }),
})

const placeFields = { storePart: z.string(), storeFloor: z.string(), shelf: z.string() }

const zKept = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  barcode: z.string(),
  ...placeFields,
  category: z.string(),
})
export type KeptProduct = z.output<typeof zKept>

/** Returns the products that can be counted, so that a device can scan without a connection. */
export const countedGoods = defineQuery('stock.counted-goods', {
  right,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zKept), more: z.boolean() }),
})

const zDifference = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  ...placeFields,
  counted: zQuantity,
  countedAt: z.string(),
  /** The stock at the moment of counting. */
  expected: zQuantity,
  difference: zQuantity,
  question: z.enum(COUNT_QUESTIONS).nullable(),
  lines: z.array(zLine),
})
export type CountDifference = z.output<typeof zDifference>

/** Returns the counted products with their differences, and the products of the sheet that were not counted. */
export const countDifferences = defineQuery('stock.count-differences', {
  right,
  input: ofCount,
  output: z.object({
    count: zCount,
    rows: z.array(zDifference),
    notCounted: z.array(zKept.omit({ barcode: true, category: true })),
    /** True if more products should lie there than a sheet can list. */
    more: z.boolean(),
  }),
  about: ({ id }) => ({ counts: id }),
})
