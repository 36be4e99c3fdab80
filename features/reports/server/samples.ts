/** Provides a valid input for each command and query of reports, for tests that call all of them. */
import { readSettings } from '#server/settings.ts'
import { COMMISSION_SETTINGS } from '../domain/commission.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import { fixed, list, type Samples } from '#server/samples/sample-parts.ts'

const DOCUMENTS = { source: 'payment', bound: 'Inbound', periodFrom: '2026-01-01', periodTo: '2026-12-31' }

export const samples: Samples = ({ db, stock }) => {
  return {
    'reports.customer-totals': async () => ({ ...(await list()), sort: 'balance' }),
    'reports.customer-totals-count': list,
    'reports.customer-totals-sums': list,
    'reports.economics': fixed({ from: '2026-01-01', to: '2026-12-31', known: '2026-12-31' }),
    'reports.expenses': fixed({ from: '2026-01-01', to: '2026-12-31', known: '2026-12-31' }),
    'reports.sales': fixed({ from: '2026-01-01', to: '2026-12-31', by: 'week' }),
    'reports.vat': fixed({ from: '2026-01-01', to: '2026-12-31' }),
    'reports.red-invoices': fixed({ from: '2026-01-01', to: '2026-12-31' }),
    'reports.margins': fixed({ from: '2026-01-01', to: '2026-12-31' }),
    'reports.commission': async () => ({ from: '2026-01-01', to: '2026-12-31', salespersonId: stock.salesperson }),
    'settings.commission': fixed(),
    'settings.save-commission': async () => {
      const { rate } = await readSettings(db, { name: 'commission', settings: COMMISSION_SETTINGS })
      return { values: { rate: rate + 25 }, shown: { rate } }
    },
    'reports.top-products': fixed({ from: '2026-01-05', to: '2026-12-31' }),
    'reports.top-materials': fixed({ from: '2026-01-05', to: '2026-12-31' }),
    'reports.forecast': async () => ({
      from: dayOf(new Date().toISOString()),
      to: addDays(dayOf(new Date().toISOString()), 29),
      by: 'day',
    }),
    'reports.expected': async () => ({ ...(await list()), filters: { expected: 'in', kind: 'debts' }, sort: 'cents' }),
    'reports.expected-count': async () => ({ ...(await list()), filters: { expected: 'out' } }),
    'reports.expected-sums': async () => ({ ...(await list()), filters: { expected: 'in' } }),
    'reports.documents': async () => ({ ...(await list()), filters: DOCUMENTS, sort: 'day' }),
    'reports.documents-count': async () => ({ ...(await list()), filters: DOCUMENTS }),
    'reports.documents-sums': async () => ({ ...(await list()), filters: DOCUMENTS }),
    'reports.aged': async () => ({ ...(await list()), filters: { kind: 'providers' }, sort: 'older' }),
    'reports.aged-count': async () => ({ ...(await list()), filters: { kind: 'customers' } }),
    'reports.aged-sums': async () => ({ ...(await list()), filters: { kind: 'customers' } }),
    'reports.open-charges': async () => ({ ...(await list()), filters: { partyId: 1, age: 'older' }, sort: 'open' }),
    'reports.open-charges-count': async () => ({ ...(await list()), filters: { kind: 'providers' } }),
    'reports.open-charges-sums': async () => ({ ...(await list()), filters: { kind: 'customers' } }),
    'reports.customer-totals-summary': fixed({ search: 'κερ' }),
  }
}
