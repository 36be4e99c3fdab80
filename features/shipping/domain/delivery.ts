/** Declares the reasons for an order that is not delivered, and the limits of a proof. */
import { z } from 'zod'

/** The reasons why an order is returned or goes back to planning. */
export const DELIVERY_REASONS = [
  'absent',
  'closed',
  'refused',
  'wrong-goods',
  'damaged',
  'no-money',
  'wrong-address',
  'no-time',
  'other',
] as const
export type DeliveryReason = (typeof DELIVERY_REASONS)[number]

/** The size of the field for a signature, in its own units. */
export const SIGNATURE_FIELD = { width: 1000, height: 400 } as const

/** One stroke of a signature, point by point. A signature is a list of strokes. */
const zStroke = z
  .array(z.tuple([z.int().min(0).max(SIGNATURE_FIELD.width), z.int().min(0).max(SIGNATURE_FIELD.height)]))
  .min(1)
  .max(1_000)
export const zSignature = z.array(zStroke).min(1).max(60)
export type Signature = z.output<typeof zSignature>

/** The maximum number of photos of one order. */
export const MOST_PHOTOS = 5
