import type { OfCustomer } from '#features/customers/web/customer-parts.ts'
import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import type { OfSalesperson } from '#features/salespersons/web/salesperson-parts.ts'
import { PayParty } from './PayParty.tsx'

/** The button beside the name of a customer. */
export const PayCustomer = ({ customer: { id } }: OfCustomer) => <PayParty address={`/createpayment?customer=${id}`} />

/** The button beside the name of a provider. */
export const PayProvider = ({ provider: { id } }: OfProvider) => <PayParty address={`/createpayment?provider=${id}`} />

/** The button beside the name of a salesperson. */
export const PaySalesperson = ({ id }: OfSalesperson) => <PayParty address={`/createpayment?salesperson=${id}`} />
