import { type CreatedParty, PartyByVat } from '#features/parties/web/PartyByVat.tsx'
import { customerPages } from './customer-pages.ts'

type Props = {
  /** The VAT number to look up, or null while the dialog is closed. */
  vat: string | null
  onClose: () => void
  /** Runs with the stored customer. */
  created: (customer: CreatedParty) => void
  /** False if the focus moves on to another field after the choice. */
  returnFocus: boolean
}

/** Creates the customer of a VAT number. */
export const CustomerByVat = (props: Props) => <PartyByVat pages={customerPages} {...props} />
