/** Provides a valid input for each command and query of production, for tests that call all of them. */
import { taskOf } from '#server/testing/company.ts'
import { fixed, type Samples, type TableSamples } from '#server/testing/sample-parts.ts'

export const samples: Samples = (company) => {
  const { order } = company
  return {
    'production.tasks-of-order': async () => ({ orderId: await order('STOCK-OK') }),
    'production.section-day': fixed({ section: 'GEMISMA' }),
  }
}

export const tableSamples: TableSamples = (company) => ({
  tasks: {
    may: { GET: '+++++-o-', POST: '+++++---', PATCH: '+++++-o-' },
    record: fixed({
      type: 'GEMISMA',
      name: 'Γέμισμα',
      description: 'α',
      status: 'PENDING',
      quantity: 2.5,
      orderref: 999999,
      taskref: 'α-1',
      seq: 1,
      productid: company.stock.candle,
      product: 'Κερί',
      customer_id_ref: 888888,
      customer_name: 'KERINO-INTERNAL',
      materials: [{ id: company.stock.glass, quantity: 1 }],
      photos: ['a'],
      comments: 'β',
      expectedDate: '2026-12-01 10:00:00',
    }),
    row: () => taskOf(company),
    change: { status: 'STARTED', comments: 'σε εξέλιξη' },
  },
})
