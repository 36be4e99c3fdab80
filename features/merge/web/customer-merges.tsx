/** What merges add to the page of a customer. */
import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { MERGED_CUSTOMERS } from './kinds.tsx'
import { MergedNotice } from './MergedNotice.tsx'
import { MergesPanel } from './MergesPanel.tsx'

export const CustomerNotice = ({ customer: { id } }: OfCustomer) => <MergedNotice entity="customers" id={id} />
export const CustomerMerges = ({ customer: { id } }: OfCustomer) => <MergesPanel kind={MERGED_CUSTOMERS} id={id} />
