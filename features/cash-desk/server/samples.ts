/** Provides a valid input for each command and query of the cash desk, for tests that call all of them. */
import { fixed, list, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => ({
  'cash-desk.report': fixed({ from: '2026-11-01', to: '2026-11-30' }),
  'cash-desk.payments': async () => ({ ...(await list()), filters: { dateFrom: '2026-11-01' } }),
  'cash-desk.payments-count': list,
  'cash-desk.payments-sums': list,
  'cash-desk.cheques-by-expiry': fixed({ from: '2026-11-01' }),
})
