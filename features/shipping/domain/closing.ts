/** The rules for closing a delivery: an undelivered order needs a reason, and only a delivered one has a proof. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { DeliveryReason, Signature } from './delivery.ts'
import type { DriverAction } from './shipment.ts'

/** The longest drawing, in characters of the JSON in which it is stored. */
const MOST_SIGNATURE_CHARACTERS = 20_000

/** What a person enters to close a delivery. */
export type Closing = {
  readonly action: DriverAction
  readonly reasonCode?: DeliveryReason | undefined
  readonly reason?: string | null | undefined
  readonly delivered?: readonly unknown[] | undefined
  readonly proof?: { readonly signature: Signature | null } | undefined
}

const missing = (field: string, code: string): Refusal => refusal('invalid', code, { fields: { [field]: code } })

/**
 * Returns why a person may not close a delivery like this, or null if they may. It does not apply to programs that only
 * set the status.
 */
export function whyNotClosed({ action, reasonCode, reason, delivered, proof }: Closing): Refusal | null {
  if (action === 'deliver') {
    const isTooLong = JSON.stringify(proof?.signature ?? null).length > MOST_SIGNATURE_CHARACTERS
    return isTooLong ? refusal('invalid', 'shipping.signature-too-long') : null
  }
  if (delivered !== undefined) return missing('delivered', 'shipping.only-when-delivered')
  if (proof !== undefined) return missing('proof', 'shipping.only-when-delivered')
  if (reasonCode === undefined) return missing('reasonCode', 'shipping.reason-required')
  return reasonCode === 'other' && reason == null ? missing('reason', 'shipping.note-required') : null
}

/** A time that differs from that of the server by more days than this is ignored. */
const MOST_DAYS_OFF = 30

/** Returns the time that a phone sent, or `now` if it sent none or one that differs by too many days. */
export function momentSent(sent: string | undefined, now: string): string {
  if (sent === undefined) return now
  const off = Math.abs(Date.parse(sent) - Date.parse(now))
  return off <= MOST_DAYS_OFF * 86_400_000 ? sent : now
}
