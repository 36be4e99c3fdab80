/** Declares the names, inputs and outputs of returns of lent items and of their washing. */
import { z } from 'zod'
import { loansRights } from '#features/loans/domain/rights.ts'
import { productionRights } from '#features/production/domain/rights.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  zId,
  zName,
  zOptionalText,
} from '#kernel/contract.ts'
import { ZERO_QUANTITY, zQuantity } from '#kernel/money.ts'

const MOST_ITEMS = 200

const zPieces = zQuantity.refine((pieces) => pieces >= 0)

/** Books lent items that a customer returns to the office, and sends them to the laundry (C-39). */
export const returnLoans = defineCommand('laundry.return-loans', {
  right: loansRights.write,
  input: z.strictObject({
    customerId: zId,
    orderId: zId.optional(),
    /** Quantities of 0 are ignored. Each item may occur once. */
    items: z
      .array(z.strictObject({ productId: zId, quantity: zPieces }))
      .min(1)
      .max(MOST_ITEMS),
    /** Confirms a return of more than the customer holds. The history stores it (C-75). */
    reason: zOptionalText(500),
    note: zOptionalText(500),
  }),
  output: z.object({ taskIds: z.array(z.int()), balance: zQuantity }),
})

const zWashed = z.strictObject({
  taskId: zId,
  clean: zPieces,
  broken: zPieces.default(ZERO_QUANTITY),
  missing: zPieces.default(ZERO_QUANTITY),
  /** Why pieces are broken or missing. */
  reason: zOptionalText(500),
})

/** Closes washing tasks: clean pieces enter the stock, broken and missing ones are written off. */
export const closeLaundry = defineCommand('laundry.close', {
  right: productionRights.update,
  input: z.strictObject({
    tasks: z.array(zWashed).min(1).max(MOST_ITEMS),
    /** The name on the tablet of who washed (C-83). */
    worker: zOptionalText(60),
    photos: z.array(z.string().min(1).max(300)).max(20).optional(),
  }),
  output: z.object({ closed: z.int() }),
})

/** Takes back the closing of washing tasks, for as long as a press may be undone. */
export const undoClose = defineCommand('laundry.undo-close', {
  right: productionRights.update,
  input: z.strictObject({ taskIds: z.array(zId).min(1).max(MOST_ITEMS) }),
  output: z.object({ opened: z.int() }),
})

const zLentFigures = z.object({
  shelf: zQuantity,
  laundry: zQuantity,
  /** Packed and not delivered yet: in the warehouse or on a truck. */
  trucks: zQuantity,
  customers: zQuantity,
  writtenOff: zQuantity,
  /** What entered the stock by the ledger, without what only moved to customers and back. */
  entered: zQuantity,
  /** What records by hand say without moving goods. */
  byHand: zQuantity,
  /** What customers did not return and bought. The company owns it no longer. */
  sold: zQuantity,
})
export type LentFigures = z.output<typeof zLentFigures>

/** Returns where the lent items of the company are, by product and in total (M2). */
export const lentFigures = defineQuery('laundry.lent-figures', {
  right: loansRights.read,
  input: z.strictObject({}),
  output: z.object({
    total: zLentFigures,
    products: z.array(zLentFigures.extend({ productId: z.int(), name: z.string(), sku: z.string() })),
  }),
})

/** At most this many returns wait on the screen of the laundry. */
export const MOST_RETURNS = 100

const zReturn = z.object({
  taskref: z.string(),
  customer: z.string(),
  at: z.string(),
  note: z.string(),
  /** The keys of the photos of its tasks. */
  photos: z.array(z.string()),
  items: z.array(z.object({ taskId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })),
})
export type WaitingReturn = z.output<typeof zReturn>

/** A return that one press has closed today. */
const zClosedReturn = z.object({
  /** The newest press of its tasks, which names it in lists. */
  id: z.int(),
  customer: z.string(),
  taskIds: z.array(z.int()),
  at: z.string(),
  /** The name on the tablet, or else the account. */
  by: z.string(),
  isUndone: z.boolean(),
  /** Until when it can be undone; null if something else happened to one of its tasks since, or if it was undone. */
  undoUntil: z.string().nullable(),
})
export type ClosedReturn = z.output<typeof zClosedReturn>

/**
 * Returns what waits to be washed, oldest first, and what was closed today, newest first. The items of one return are together.
 */
export const waitingReturns = defineQuery('laundry.waiting', {
  right: productionRights.read,
  input: z.strictObject({}),
  output: z.object({
    returns: z.array(zReturn),
    more: z.boolean(),
    closed: z.array(zClosedReturn),
    /** The idempotency keys of this person's recent actions that this answer includes. An answer stored by an earlier page lacks them. */
    doneKeys: z.array(z.string()).optional(),
  }),
})
export type Washing = z.output<typeof waitingReturns.output>

const zAgeing = z.object({
  /** The oldest loan of the item that has not come back. */
  id: z.int(),
  customerId: z.int(),
  customer: z.string(),
  productId: z.int(),
  product: z.string(),
  quantity: zQuantity,
  /** When the oldest piece that has not come back was lent. What was lent first counts as returned first. */
  since: z.string(),
  /** The part that is missing too long by the setting of the company. */
  late: zQuantity,
  /** The part that open offers and orders sell because it was not returned. */
  onOrders: zQuantity,
  /** The part that may be proposed for invoicing: late, and on no offer or order. */
  toInvoice: zQuantity,
})
export type AgeingRow = z.output<typeof zAgeing>

export const AGEING_PAGE = 150
export const AGEING_SORTS = ['customer', 'product', 'quantity', 'since', 'late'] as const

/** Returns the days after which items at a customer are missing too long, a setting of the company. */
export const lentRule = defineQuery('laundry.rule', {
  right: loansRights.read,
  input: z.strictObject({}),
  output: z.object({ lateDays: z.int() }),
})

const ageingInput = listInput(
  {
    customerId: zId,
    productId: zId,
    customer: zName(200),
    product: zName(200),
    /** Only items of which a part is missing too long. */
    onlyLate: z.boolean(),
  },
  AGEING_SORTS,
)
export type AgeingInput = z.output<typeof ageingInput>

/** Returns since when customers have their lent items, longest first. */
export const lentAgeing = defineQuery('laundry.ageing', {
  right: loansRights.read,
  input: ageingInput,
  output: listOutput(zAgeing),
})

/** At most this many items of a customer are proposed for invoicing together. */
export const MOST_PROPOSED = 200

/** Returns what may be proposed to a customer for invoicing: missing too long, and on no offer or order. */
export const lostItems = defineQuery('laundry.lost-items', {
  right: loansRights.read,
  input: z.strictObject({ customerId: zId, productId: zId.optional() }),
  output: z.object({
    lateDays: z.int(),
    items: z.array(z.object({ productId: z.int(), name: z.string(), quantity: zQuantity, since: z.string() })),
  }),
})

export const countAgeing = defineQuery('laundry.ageing-count', {
  right: loansRights.read,
  input: ageingInput,
  output: countOutput,
})
