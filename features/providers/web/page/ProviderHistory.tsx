import { PartyHistory } from '#features/parties/web/page/PartyHistory.tsx'
import { COMMON_WORDS } from '#kernel/history/words.ts'
import { providerPages } from '../provider-pages.ts'

/** The entries of the history of a provider, also of one that was merged into another. */
export function ProviderHistory({ id }: { id: number }) {
  return <PartyHistory pages={providerPages} id={id} words={COMMON_WORDS} />
}
