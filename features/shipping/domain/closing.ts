/** The rules for closing a delivery: a reason for what comes back, and a proof only of what was delivered. */
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
 * Returns why a delivery may not be closed like this, or null if it may. Programs that only set the status need no
 * reason.
 */
export function whyNotClosed({ action, reasonCode, reason, delivered, proof }: Closing): Refusal | null {
  if (action === 'deliver') {
    const isDrawing = JSON.stringify(proof?.signature ?? null).length > MOST_SIGNATURE_CHARACTERS
    return isDrawing ? refusal('invalid', 'shipping.signature-too-long') : null
  }
  if (delivered !== undefined) return missing('delivered', 'shipping.only-when-delivered')
  if (proof !== undefined) return missing('proof', 'shipping.only-when-delivered')
  if (reasonCode === undefined) return missing('reasonCode', 'shipping.reason-required')
  return reasonCode === 'other' && reason == null ? missing('reason', 'shipping.note-required') : null
}

/** How far the clock of a phone may differ before its time is ignored. */
const MOST_DAYS_OFF = 30

/** Returns the time that a phone sent, or now if it sent none or one outside the tolerance. */
export function momentTold(told: string | undefined, now: string): string {
  if (told === undefined) return now
  const off = Math.abs(Date.parse(told) - Date.parse(now))
  return off <= MOST_DAYS_OFF * 86_400_000 ? told : now
}
