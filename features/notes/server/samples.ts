/** Provides a valid input for each command and query of notes, for tests that call all of them. */
import { fixed, type HistorySample, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => {
  const { customer } = company.stock
  const { order } = company
  const note = async () =>
    (
      (await company.run('notes.add-note', { entity: 'customers', entityId: customer, body: 'Κλείνει Τρίτη' })) as {
        id: number
      }
    ).id
  return {
    'notes.add-note': async () => ({ entity: 'orders', entityId: await order('STOCK-OK'), body: 'τηλεφώνησε' }),
    'notes.remove-note': async () => ({ id: await note() }),
    'notes.restore-note': async () => ({ id: await note() }),
    'notes.colleagues': fixed({ entity: 'orders' }),
    'notes.of-record': fixed({ entity: 'customers', entityId: customer }),
  }
}

export const historySample: HistorySample = {
  // the note that later contains the file leaves the entry
  silent: ['notes.upload'],
}
