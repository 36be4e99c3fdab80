/** What happens at a customer's door: why an order is not left there, and what proves that it was. */
import { z } from 'zod'

/** Why an order comes back, or goes another day. */
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

/** The field in which a signature is drawn, in units of its own. */
export const SIGNATURE_FIELD = { width: 1000, height: 400 } as const

/** A finger's way over the field, point by point; a signature is some of them. */
const zStroke = z
  .array(z.tuple([z.int().min(0).max(SIGNATURE_FIELD.width), z.int().min(0).max(SIGNATURE_FIELD.height)]))
  .min(1)
  .max(1_000)
export const zSignature = z.array(zStroke).min(1).max(60)
export type Signature = z.output<typeof zSignature>

/** The largest photo of a delivery, in bytes, and as base64. */
export const MOST_PHOTO_BYTES = 700_000
/** The most photos of one order. */
export const MOST_PHOTOS = 5
