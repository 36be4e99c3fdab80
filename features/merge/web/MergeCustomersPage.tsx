import { MERGED_CUSTOMERS } from './kinds.tsx'
import { MergePage } from './MergePage.tsx'

/** The page that merges two customers. */
export default function MergeCustomersPage() {
  return <MergePage kind={MERGED_CUSTOMERS} />
}
