import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import { PayParty } from './PayParty.tsx'

/** The button beside the name of a customer. */
const PayCustomer = ({ customer: { id } }: OfCustomer) => <PayParty address={`/createpayment?customer=${id}`} />
export default PayCustomer
