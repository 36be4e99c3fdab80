/** The events of payments for other programs. */
import type { DeclaredEvent } from '#server/feature.ts'

/** A payment was recorded: received, refunded, or the counter-entry of one that is cancelled. */
export const paymentRecorded: DeclaredEvent = {
  name: 'payment.recorded',
  entity: 'payments',
  of: (touched) => ('isNew' in touched ? { id: touched.id } : null),
}
