import { MERGED_PROVIDERS } from './kinds.tsx'
import { MergePage } from './MergePage.tsx'

/** The page that merges two providers. */
export default function MergeProvidersPage() {
  return <MergePage kind={MERGED_PROVIDERS} />
}
