/** What people ask of providers by typing. */
import { defineVerb } from '#kernel/verbs/verb.ts'
import { NEW } from '#kernel/verbs/words.ts'
import { providersRights } from './rights.ts'

/** Opens the form of a new supplier. */
export const newProviderVerb = defineVerb(
  { name: 'providers.create', right: providersRights.write },
  { words: [NEW, ['προμηθευτής', 'provider', 'supplier', 'fornitore', 'proveedor', 'поставщик', 'добављач']] },
)
