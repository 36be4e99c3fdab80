/** What other programs can be told of payments. */
import type { DeclaredEvent } from '#server/feature.ts'

/** A payment was written: received, refunded, or the counter-entry of one that is cancelled. */
export const paymentTaken: DeclaredEvent = {
  name: 'payment.taken',
  entity: 'payments',
  of: (touched) => ('isNew' in touched ? { id: touched.id } : null),
}
