import { customerContracts } from '#features/customers/domain/contract.ts'
import { providerContracts } from '#features/providers/domain/contract.ts'
import { askQuery } from '#web/api.ts'
import type { PaymentParty } from '../../domain/payment-draft.ts'

export type FoundParty = Omit<PaymentParty, 'kind'> & {
  readonly kind: 'customers' | 'providers'
  readonly label: string
  readonly vat: string
  readonly phone: string
}

/** The most rows of each kind, so that the other kind stays in sight. */
const MOST_OF_KIND = 6

/** Finds customers and providers by what is typed, for `SearchPick`. Both share one sequence of ids. */
export async function findParties(search: string): Promise<readonly FoundParty[]> {
  const [customers, providers] = await Promise.all([
    askQuery(customerContracts.options, { search }),
    askQuery(providerContracts.options, { search }),
  ])
  const named = (kind: FoundParty['kind'], rows: typeof customers.rows) =>
    rows.slice(0, MOST_OF_KIND).map(({ id, name, label, vat, phone }) => ({ kind, id, name, label, vat, phone }))
  return [...named('customers', customers.rows), ...named('providers', providers.rows)]
}
