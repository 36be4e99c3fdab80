import { addDeliveryPhoto, closeDelivery } from '#features/shipping/domain/contract.ts'
import type { DoneAction } from './day-now.ts'

/**
 * Returns what the phone keeps of an action until the day includes it. Null for a photo, which is large. The name and the signature
 * of a delivery are left out. The displayed day needs neither; the queue keeps both until they are sent.
 */
export function keptAction<A extends DoneAction>(action: A): A | null {
  if (action.command === addDeliveryPhoto.name) return null
  const { command, input } = action
  return command === closeDelivery.name && typeof input === 'object'
    ? { ...action, input: { ...input, proof: undefined } }
    : action
}
