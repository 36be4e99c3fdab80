import { CreateParty } from '#features/parties/web/form/CreateParty.tsx'
import { providerPages } from './provider-pages.ts'

/** The page to create a provider. */
export default function CreateProviderPage() {
  return <CreateParty pages={providerPages} />
}
