import { customerContracts } from '#features/customers/domain/contract.ts'
import { customerPages } from '#features/customers/web/customer-pages.ts'
import { QuickParty } from '#features/parties/web/QuickParty.tsx'
import { providerContracts } from '#features/providers/domain/contract.ts'
import { providerPages } from '#features/providers/web/provider-pages.ts'
import { askQuery } from '#web/api.ts'
import { CreatingPick, type CreatingPickProps } from '#web/ui/form/quick/QuickForm.tsx'
import type { PaymentParty } from '../../domain/payment-draft.ts'

export type FoundParty = Omit<PaymentParty, 'kind'> & {
  readonly kind: 'customers' | 'providers'
  readonly label: string
  readonly vat: string
  readonly phone: string
}

/** The most rows of each kind, so that the other kind stays in sight. */
const MOST_OF_KIND = 6

/** Finds customers and providers by what is typed. Both share one sequence of ids. */
async function findParties(search: string): Promise<readonly FoundParty[]> {
  const [customers, providers] = await Promise.all([
    askQuery(customerContracts.options, { search }),
    askQuery(providerContracts.options, { search }),
  ])
  const named = (kind: FoundParty['kind'], rows: typeof customers.rows) =>
    rows.slice(0, MOST_OF_KIND).map(({ id, name, label, vat, phone }) => ({ kind, id, name, label, vat, phone }))
  return [...named('customers', customers.rows), ...named('providers', providers.rows)]
}

const PAGES = { customers: customerPages, providers: providerPages }

type Props = Omit<CreatingPickProps<FoundParty>, 'search' | 'right' | 'quick'> & {
  /** What is offered to create if nobody is found. */
  creates: FoundParty['kind']
}

/** A field that finds who pays or is paid: a customer or a provider. */
export function PayerPick({ creates, ...pick }: Props) {
  const pages = PAGES[creates]
  return (
    <CreatingPick
      {...pick}
      search={findParties}
      right={pages.contracts.create.right}
      quick={({ created, ...form }) => (
        <QuickParty pages={pages} {...form} created={(party) => created({ ...party, kind: creates })} />
      )}
    />
  )
}
