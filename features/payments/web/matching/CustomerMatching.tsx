import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { PartyMatching } from './PartyMatching.tsx'

const CustomerMatching = ({ customer: { id } }: OfCustomer) => <PartyMatching kind="customers" id={id} />
export default CustomerMatching
