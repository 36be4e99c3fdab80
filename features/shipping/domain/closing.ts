/** What closing a delivery needs: a reason for what comes back, a proof only of what was left. */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { DeliveryReason, Signature } from './delivery.ts'
import type { DriverAction } from './shipment.ts'

/** A longer drawing is no signature; as JSON, which is how it is kept. */
const MOST_SIGNATURE_CHARACTERS = 20_000

/** What a person says when he closes a delivery. */
export type Closing = {
  readonly action: DriverAction
  readonly reasonCode?: DeliveryReason | undefined
  readonly reason?: string | null | undefined
  readonly delivered?: readonly unknown[] | undefined
  readonly proof?: { readonly signature: Signature | null } | undefined
}

const missing = (field: string, code: string): Refusal => refusal('invalid', code, { fields: { [field]: code } })

/** Why a person may not close a delivery like this. Programs that only know the status are not asked for a reason. */
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

/** How far the clock of a phone may be off before it is not believed. */
const MOST_DAYS_OFF = 30

/** The moment a phone told, or now when it told none or an absurd one. */
export function momentTold(told: string | undefined, now: string): string {
  if (told === undefined) return now
  const off = Math.abs(Date.parse(told) - Date.parse(now))
  return off <= MOST_DAYS_OFF * 86_400_000 ? told : now
}
