/** The questions about payments whose cost must not grow with the data of the company. */
import { paymentList } from '#features/payments/domain/office-contract.ts'
import { sortsOf } from '#kernel/records/list.ts'
import { addDays, dayOf } from '#kernel/day.ts'
import { both, of, type Question } from './question.ts'
import type { Subjects } from './subjects.ts'

const today = dayOf(new Date().toISOString())
const day = (one: string) => ({ from: one, to: one })
/** The first days of the month. */
const firstOf = (one: string) => ({ from: `${one.slice(0, 8)}01`, to: `${one.slice(0, 8)}02` })

/** Returns the questions for the list of payments, one payment and its form, and the reports. */
export const paymentQuestions = ({ customer, customerName, provider, invoicedOn }: Subjects): Question[] => [
  ...of('payments', 'payments.list', [
    {},
    ...both(sortsOf(paymentList.columns)),
    { filters: { bound: 'Outbound' } },
    { filters: { type: ['CHECK'] } },
    { filters: { state: 'cancelled' } },
    { filters: { customerId: customer } },
    { filters: { providerId: provider } },
    { filters: { dateFrom: '2026-01-01', dateTo: '2026-01-02' } },
    { search: 'ξψζξψζ' },
    { search: '123,45' },
  ]),
  ...of('payments, deep page', 'payments.list', [{ page: 20 }]),
  // the payments of all customers with these words in their names
  ...of('payments, searched', 'payments.list', [{ search: customerName }]),
  ...of('payments', 'payments.count', [{}, { filters: { state: 'cancelled' } }]),
  ...of('payments', 'payments.payment', [{ id: 1 }]),
  ...of('cheques', 'payments.cheques', [
    { states: ['IN-HAND', 'DEPOSITED', 'PASSED-ON'], until: '2026-11-30' },
    { given: true, states: ['GIVEN'] },
  ]),
  ...of('payments', 'payments.matching', [{ id: 1 }]),
  ...of('payments', 'payments.party-matching', [
    { kind: 'customers', id: customer },
    { kind: 'providers', id: provider },
  ]),
  // the documents of one day, and what salespersons earned before it from the sums of months
  ...of('report of a day', 'reports.economics', [day(invoicedOn)]),
  ...of('report of a day', 'reports.expenses', [day(invoicedOn)]),
  ...of('report of a day', 'reports.sales', [day(invoicedOn)]),
  ...of('report of a day', 'reports.vat', [day(invoicedOn)]),
  ...of('report of a day', 'reports.top-products', [day(invoicedOn), { ...day(invoicedOn), known: invoicedOn }]),
  ...of('report of a day', 'reports.margins', [day(invoicedOn)]),
  ...of('report of a day', 'reports.documents', [
    { filters: { source: 'order', periodFrom: invoicedOn, periodTo: invoicedOn } },
  ]),
  ...of('forecast', 'reports.forecast', [{ from: today, to: addDays(today, 29), by: 'day' }]),
  ...of('forecast', 'reports.expected', [
    { filters: { expected: 'in', from: today, to: addDays(today, 29) } },
    { filters: { expected: 'out', to: addDays(today, -1) } },
  ]),
  ...of('commission', 'reports.commission', [firstOf(invoicedOn), { ...firstOf(invoicedOn), salespersonId: 1 }]),
  ...of('bank statements', 'bank-statements.lines', [{}, { state: 'accepted' }, { state: 'skipped' }]),
  ...of('payments', 'payments.entry', [
    { kind: 'customers', id: customer },
    { kind: 'providers', id: provider },
  ]),
]
