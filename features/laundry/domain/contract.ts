/** Declares the names, inputs and outputs of returns of lent items and of their washing. */
import { z } from 'zod'
import { loansRights } from '#features/loans/domain/rights.ts'
import { productionRights } from '#features/production/domain/rights.ts'
import { defineCommand, zId, zOptionalText } from '#kernel/contract.ts'
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
    /** Confirms a return beyond the balance. The history stores it (C-75). */
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

/** Takes back the closing of washing tasks. */
export const undoClose = defineCommand('laundry.undo-close', {
  right: productionRights.update,
  input: z.strictObject({ taskIds: z.array(zId).min(1).max(MOST_ITEMS) }),
  output: z.object({ opened: z.int() }),
})
