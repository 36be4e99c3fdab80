/** Defines the states of a document at the accounting service. */
import { OPEN_DOCUMENT_STATUSES } from '#features/orders/domain/order.ts'

export const DOCUMENT_STATUSES = [...OPEN_DOCUMENT_STATUSES, 'ACKNOWLEDGED', 'FAILED'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** In these states the job continues by itself. */
export const UNDER_WAY: readonly DocumentStatus[] = OPEN_DOCUMENT_STATUSES.filter((status) => status !== 'CONFLICT')

/** In these states a person may end a document by hand: its result is unknown, or differs from what was sent. */
export const OPEN: readonly DocumentStatus[] = OPEN_DOCUMENT_STATUSES

/** With the pauses of the job queue these tries last about two days. */
export const MOST_TRIES = 600
