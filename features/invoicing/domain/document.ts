/** Where a document stands at the accounting service. */
import { OPEN_DOCUMENT_STATUSES } from '#features/orders/domain/order.ts'

export const DOCUMENT_STATUSES = [...OPEN_DOCUMENT_STATUSES, 'ACKNOWLEDGED', 'FAILED'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** The job goes on with these by itself. */
export const UNDER_WAY: readonly DocumentStatus[] = OPEN_DOCUMENT_STATUSES.filter((status) => status !== 'CONFLICT')

/** A person may end these by hand: nothing clear is known of them, or something else than what was sent. */
export const OPEN: readonly DocumentStatus[] = OPEN_DOCUMENT_STATUSES

/** With the pauses of the job queue about two days. */
export const MOST_TRIES = 600
