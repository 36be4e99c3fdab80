/** What merges add to the pages of customers and providers. */
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { MERGED_CUSTOMERS, MERGED_PROVIDERS } from './kinds.tsx'
import { MergedNotice } from './MergedNotice.tsx'
import { MergesPanel } from './MergesPanel.tsx'
import type { OfProvider } from '#features/providers/web/provider-parts.ts'

export const CustomerNotice = ({ customer: { id } }: OfCustomer) => <MergedNotice entity="customers" id={id} />
export const CustomerMerges = ({ customer: { id } }: OfCustomer) => <MergesPanel kind={MERGED_CUSTOMERS} id={id} />

export const ProviderNotice = ({ provider: { id } }: OfProvider) => <MergedNotice entity="providers" id={id} />
export const ProviderMerges = ({ provider: { id } }: OfProvider) => <MergesPanel kind={MERGED_PROVIDERS} id={id} />
