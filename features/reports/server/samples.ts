/** Provides a valid input for each command and query of reports, for tests that call all of them. */
import { fixed, list, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => {
  return {
    'reports.customer-totals': async () => ({ ...(await list()), sort: 'balance' }),
    'reports.customer-totals-count': list,
    'reports.customer-totals-sums': list,
    'reports.customer-totals-summary': fixed({ search: 'κερ' }),
  }
}
