/** Declares the names, inputs and outputs of the events of delivery notes. */
import { z } from 'zod'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { defineCommand, zId, zText } from '#kernel/contract.ts'
import { DELIVERY_OUTCOMES } from '#kernel/tax/delivery-note.ts'
import { EVENT_KINDS, EVENT_STATUSES } from './events.ts'

export const zShownEvent = z.object({
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  status: z.enum(EVENT_STATUSES),
  outcome: z.enum(DELIVERY_OUTCOMES).nullable(),
  /** When it happened. */
  at: z.string(),
  /** Before this moment it is not sent, because the press may be undone. */
  dueAt: z.string(),
  /** The number that the tax office gave it. */
  mark: z.string().nullable(),
  errorCode: z.string().nullable(),
})
export type ShownEvent = z.output<typeof zShownEvent>

/** Sends a refused event again. */
export const repeatEvent = defineCommand('movement.repeat-event', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Ends an event that the tax office refused, or whose press was undone: a person has put it right at the tax office. */
export const settleEvent = defineCommand('movement.settle-event', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})
