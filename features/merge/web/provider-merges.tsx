/** What merges add to the page of a provider. */
import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import { MERGED_PROVIDERS } from './kinds.tsx'
import { MergedNotice } from './MergedNotice.tsx'
import { MergesPanel } from './MergesPanel.tsx'

export const ProviderNotice = ({ provider: { id } }: OfProvider) => <MergedNotice entity="providers" id={id} />
export const ProviderMerges = ({ provider: { id } }: OfProvider) => <MergesPanel kind={MERGED_PROVIDERS} id={id} />
