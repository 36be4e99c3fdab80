/** Provides a valid input for each command and query of loans, for tests that call all of them. */
import { fixed, type HistorySample, PIECE, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'
import { LOAN_BOUNDS } from '../domain/loan.ts'

export const samples: Samples = (company) => {
  const { customer, glass } = company.stock
  return {
    'loans.record-loan': fixed({
      bound: 'OUTBOUND',
      customerId: customer,
      productId: glass,
      quantity: PIECE,
      note: 'δύο',
    }),
    'loans.of-customer': fixed({ customerId: customer }),
    'loans.totals': fixed(),
    'loans.of-product': fixed({ productId: glass }),
    'loans.holders': fixed({ search: 'πελ' }),
    'loans.list': fixed({
      search: 'πελ',
      filters: {
        customerId: customer,
        productId: glass,
        customer: 'α',
        product: 'ο',
        bound: ['OUTBOUND'],
        origin: ['order', 'manual'],
        atFrom: '2026-01-01',
        atTo: '2030-01-01',
      },
      sort: 'quantity',
      page: 1,
    }),
    'loans.count': fixed({ filters: { orderId: 1 } }),
  }
}

export const tableSamples: TableSamples = ({ stock }) => ({
  loans: {
    may: { GET: '+++++---', POST: '+++++---' },
    record: fixed({
      bound: 'OUTBOUND',
      customer_id: stock.customer,
      custname: 'x',
      prd_id: stock.glass,
      prdname: 'y',
      order_id: 88888,
      quantity: 1,
      note: 'ν',
    }),
    row: async () => 1,
    change: { quantity: 1 },
  },
})

export const historySample: HistorySample = { lists: { customers: { loan: LOAN_BOUNDS } } }
