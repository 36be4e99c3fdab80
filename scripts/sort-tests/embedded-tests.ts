/**
 * Says which tests of the server run on the embedded database for every change. All of them run on PostgreSQL for every
 * change, and on both engines by `npm run proofs`.
 */

/**
 * These prove the engine: opening, migrating, transactions, the types of values, search, jobs, live updates and the data API.
 * A walk sends a valid input to every command and query, and stories in the browser use each feature on the embedded database.
 * Files of features are here if the database itself does much of their work: sums, searches, triggers, locks.
 */
export const FOR_EVERY_CHANGE: readonly string[] = [
  'server/data-api/',
  'server/db/',
  'server/jobs/',
  'server/kept-answers/',
  'server/live/',
  'server/runner/',
  'server/security-events/',
  'server/start/',
  'server/search-text.test.ts',
  'server/every-endpoint/concurrent-commands.test.ts',
  'server/every-endpoint/valid-input.test.ts',
  'server/http/acceptance/acceptance-order-life.test.ts',
  'features/bank-statements/server/bank-statements.test.ts',
  'features/cash-desk/server/desk.test.ts',
  'features/customers/server/customers.test.ts',
  'features/history/server/history.test.ts',
  'features/import/server/import.test.ts',
  'features/laundry/server/laundry.test.ts',
  'features/loans/server/loans.test.ts',
  'features/orders/server/moves/process-orders.test.ts',
  'features/orders/server/orders.test.ts',
  'features/orders/server/search/find-orders.test.ts',
  'features/packaging/server/package-order.test.ts',
  'features/payments/server/payments.test.ts',
  'features/production/server/tables.test.ts',
  'features/products/server/products.test.ts',
  'features/purchases/server/invoices.test.ts',
  'features/reports/server/customer-totals.test.ts',
  'features/search/server/search.test.ts',
  'features/stock/server/stock.test.ts',
  'features/views/server/views.test.ts',
]

/**
 * What these prove is the same on each engine: what a person may do, how input is checked, how many pages a statement reads,
 * what mails, papers and the outside contain, and the further rules of a feature.
 */
export const AT_NIGHT: readonly string[] = [
  'db/demo/',
  'features/',
  'server/every-endpoint/',
  'server/growth.test.ts',
  'server/history.test.ts',
  'server/http/',
  'server/integrations/',
  'server/live/presence-route.test.ts',
  'server/paging.test.ts',
  'server/papers/',
]

/**
 * Returns whether a test of the server runs on the embedded database for every change, or null if no entry says so. Of several
 * entries the longest decides, so a file is stronger than its folder.
 */
export function runsForEveryChange(file: string): boolean | null {
  const longest = (entries: readonly string[]): number =>
    Math.max(0, ...entries.filter((entry) => file.startsWith(entry)).map(({ length }) => length))
  const [every, night] = [longest(FOR_EVERY_CHANGE), longest(AT_NIGHT)]
  return every === night ? null : every > night
}
