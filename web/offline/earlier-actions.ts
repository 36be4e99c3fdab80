/** Converts the actions that version 0.2 stored on a driver's phone. */
import type { Refusal } from '#kernel/refusal.ts'
import type { QueuedAction } from './action-queue.ts'

export type EarlierAction = {
  readonly key: string
  readonly deed: { readonly kind: 'delivery' | 'payment'; readonly input: unknown }
  readonly shipmentId: number
  readonly orderId: number
  readonly name: string
  readonly at: string
  readonly refusal?: Refusal
}

const COMMANDS = { delivery: 'shipping.close-delivery', payment: 'payments.collect-payment' } as const

/** Returns the action with the same key and input, because the server may know it already. */
export const takenOver = ({ deed, shipmentId: _, orderId, ...rest }: EarlierAction): QueuedAction => ({
  ...rest,
  command: COMMANDS[deed.kind],
  input: deed.input,
  subject: `orders:${orderId}`,
})
