/** Which live updates the pages of reports follow. */
import { TILL_TOPICS } from '#features/cash-desk/web/till/till-topics.ts'
import type { Report } from '../../domain/frame.ts'

/** Reports on counted documents are read again when the documents change. */
const COUNTED_TOPICS: readonly string[] = ['reports']

/** A forecast also follows what is open, cheques, and the cash. */
export const EXPECTED_TOPICS: readonly string[] = ['orders', 'invoices', 'customers', 'providers', ...TILL_TOPICS]

/** Returns which live updates the answer of a report follows. */
export const liveOf = ({ ahead }: Pick<Report, 'ahead'>): { readonly topics: readonly string[] } => ({
  topics: ahead === undefined ? COUNTED_TOPICS : EXPECTED_TOPICS,
})
