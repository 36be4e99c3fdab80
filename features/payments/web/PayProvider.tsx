import type { OfProvider } from '#features/providers/web/provider-parts.ts'
import { PayParty } from './PayParty.tsx'

/** The button beside the name of a provider. */
const PayProvider = ({ provider: { id } }: OfProvider) => <PayParty address={`/createpayment?provider=${id}`} />
export default PayProvider
