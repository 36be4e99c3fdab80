import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import { PartyMatching } from './PartyMatching.tsx'

const ProviderMatching = ({ provider: { id } }: OfProvider) => <PartyMatching kind="providers" id={id} />
export default ProviderMatching
