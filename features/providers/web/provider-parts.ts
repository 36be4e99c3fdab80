/** The kinds of parts that features above providers add to the page of a provider. */
import type { ComponentType } from 'react'
import type { StoredParty } from '#features/parties/web/form/party-form.ts'
import { partKind } from '#web/page-parts.ts'

export type OfProvider = { readonly provider: StoredParty }
type ProviderPart = { readonly key: string; readonly Part: ComponentType<OfProvider> }

/** A button beside the name of the provider. */
export const PROVIDER_ACTION = partKind<ProviderPart>('providers.action')
/** A message above the tabs. */
export const PROVIDER_NOTICE = partKind<ProviderPart>('providers.notice')
/** A panel above the history. */
export const PROVIDER_HISTORY = partKind<ProviderPart>('providers.history')
/** A panel below the balance by age: the catalogue, the requests. */
export const PROVIDER_PANEL = partKind<ProviderPart>('providers.panel')
