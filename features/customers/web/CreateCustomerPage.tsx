import { CreateParty } from '#features/parties/web/form/CreateParty.tsx'
import { customerPages } from './customer-pages.ts'

/** The page to create a customer. */
export default function CreateCustomerPage() {
  return <CreateParty pages={customerPages} />
}
