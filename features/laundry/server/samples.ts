/** Provides a valid input for each command and query of the laundry, for tests that call all of them. */
import { readSettings } from '#server/settings.ts'
import type { SampleCompany } from '#server/samples/sample-company.ts'
import { fixed, PERIOD, PIECE, type Samples } from '#server/samples/sample-parts.ts'
import { LENT_FORM } from '../domain/settings.ts'

/** Returns a washing task of one glass. */
async function washingTask({ run, stock }: SampleCompany): Promise<number> {
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
    'laundry.ageing': fixed({ search: 'α', filters: { customerId: customer, onlyLate: false } }),
    'laundry.ageing-count': fixed({ filters: { onlyLate: true } }),
    'laundry.statement': fixed({ id: customer, ...PERIOD }),
    'laundry.statement.pdf': fixed({ id: customer, ...PERIOD }),
    'laundry.statement-draft': fixed({ id: customer, ...PERIOD }),
    'laundry.mail-statement': fixed({
      id: customer,
      ...PERIOD,
      to: 'pelatis@kerino.test',
      subject: 'Επιστρεφόμενα',
      body: 'Συνημμένη κατάσταση.',
    }),
    'laundry.lost-items': fixed({ customerId: customer, productId: glass }),
    'laundry.rule': fixed(),
    'settings.lent-items': fixed(),
    'settings.save-lent-items': async () => {
      const { lateDays } = await readSettings(company.db, LENT_FORM)
      return { values: { lateDays: lateDays === 90 ? 60 : 90 }, shown: { lateDays } }
    },
    'laundry.undo-close': async () => {
      const taskId = await washingTask(company)
      await company.run('laundry.close', { tasks: [{ taskId, clean: PIECE }] })
      return { taskIds: [taskId] }
    },
  }
}
