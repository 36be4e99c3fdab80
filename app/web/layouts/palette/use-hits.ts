import { useDebouncedValue } from '@mantine/hooks'
import { searchEverything } from '#features/search/domain/contract.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'

export type Hit = OutputOf<typeof searchEverything>['hits'][number]

/** A search begins with this many characters. */
export const LEAST_TEXT = 2
const PAUSE_MS = 200

/**
 * Searches for `text` after the person has stopped typing. `settled` is true once the search is for the present text,
 * and `late` is true while its hits are missing.
 */
export function useHits(text: string) {
  const [searched] = useDebouncedValue(text, PAUSE_MS)
  const answer = useAsk(searchEverything, fitToContract(searchEverything, { text: searched }), {
    still: true,
    enabled: searched.length >= LEAST_TEXT,
    keepPrevious: true,
  })
  const isLongEnough = text.length >= LEAST_TEXT
  const settled = searched === text
  return {
    answer,
    hits: searched.length >= LEAST_TEXT && isLongEnough ? (answer.data?.hits ?? []) : [],
    settled,
    late: isLongEnough && !answer.error && (!settled || answer.isPending || answer.isPlaceholderData),
  }
}
