/** What the pages of merges must know about each kind of record that can be merged. */
import type { ReactNode } from 'react'
import { customerPages } from '#features/customers/web/customer-pages.ts'
import { CustomerPicker } from '#features/customers/web/CustomerPicker.tsx'
import { CustomerHistory } from '#features/customers/web/page/CustomerChanges.tsx'
import type { PartyPages } from '#features/parties/web/party-pages.ts'
import { ProviderPicker } from '#features/providers/web/ProviderPicker.tsx'
import { ProviderHistory } from '#features/providers/web/page/ProviderHistory.tsx'
import { providerPages } from '#features/providers/web/provider-pages.ts'

type Picking = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly pick: (party: { readonly id: number }) => void
}

/** A kind of record that can be merged. Its texts are `of.<entity>` of the tables of texts. */
export type MergeKind = {
  readonly entity: 'customers' | 'providers'
  readonly pages: PartyPages
  readonly picker: (picking: Picking) => ReactNode
  /** The history of one record, also of a merged one. */
  readonly history: (id: number) => ReactNode
}

export const MERGED_CUSTOMERS: MergeKind = {
  entity: 'customers',
  pages: customerPages,
  picker: (picking) => <CustomerPicker {...picking} />,
  history: (id) => <CustomerHistory id={id} />,
}

export const MERGED_PROVIDERS: MergeKind = {
  entity: 'providers',
  pages: providerPages,
  picker: (picking) => <ProviderPicker {...picking} />,
  history: (id) => <ProviderHistory id={id} />,
}
