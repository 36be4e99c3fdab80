/** Provides a valid input for each command and query of the laundry, for tests that call all of them. */
import type { TestCompany } from '#server/testing/company.ts'
import { fixed, PIECE, type Samples } from '#server/testing/sample-parts.ts'

/** Returns a washing task of one glass. */
async function washingTask({ run, stock }: TestCompany): Promise<number> {
  const { taskIds } = (await run('laundry.return-loans', {
    customerId: stock.customer,
    items: [{ productId: stock.glass, quantity: PIECE }],
    reason: 'δοκιμή',
  })) as { taskIds: number[] }
  return taskIds[0] as number
}

export const samples: Samples = (company) => {
  const { customer, glass } = company.stock
  return {
    'laundry.return-loans': fixed({
      customerId: customer,
      items: [{ productId: glass, quantity: PIECE }],
      reason: 'επιστροφή',
      note: 'α',
    }),
    'laundry.close': async () => ({
      tasks: [{ taskId: await washingTask(company), clean: 0, broken: PIECE, missing: 0, reason: 'έπεσε' }],
      worker: 'Μαρία',
      photos: [],
    }),
    'laundry.lent-figures': fixed(),
    'laundry.waiting': fixed(),
    'laundry.ageing': fixed({ search: 'α', filters: { customerId: customer, days: 30, onlyLate: false } }),
    'laundry.ageing-count': fixed({ filters: { onlyLate: true } }),
    'laundry.undo-close': async () => {
      const taskId = await washingTask(company)
      await company.run('laundry.close', { tasks: [{ taskId, clean: PIECE }] })
      return { taskIds: [taskId] }
    },
  }
}
