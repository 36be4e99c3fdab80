/** The reason that a person gives for what they decide about a document. It is stored. */
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** Refuses an empty reason. */
export const whyNoReason = (reason: string): Refusal | null =>
  reason.trim() === ''
    ? refusal('invalid', 'invoicing.reason-required', { fields: { reason: 'invoicing.reason-required' } })
    : null
