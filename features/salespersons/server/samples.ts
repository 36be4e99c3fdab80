/** Provides a valid input for each command and query of salespersons, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { fixed, idOf, list, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'

const FORM = { name: 'Άννα', surname: 'Νέου', firstDiscount: 5_00, normalDiscount: 7_50 }

export const samples: Samples = ({ db, stock }) => {
  return {
    'salespersons.options': fixed(),
    'salespersons.list': list,
    'salespersons.count': list,
    'salespersons.detail': async () => ({ id: stock.salesperson }),
    'salespersons.create-salesperson': fixed(FORM),
    'salespersons.change-salesperson': async () => ({
      id: await idOf(db, sql`insert into salespersons (name, surname) values ('Νέα', 'Πωλήτρια') returning id`),
      version: 1,
      ...FORM,
    }),
  }
}

export const tableSamples: TableSamples = ({ db, stock }) => ({
  salespersons: {
    may: { GET: '+++++---', POST: '+++++---', PATCH: '+++++---', DELETE: '+++++---' },
    record: fixed({
      name: 'Άννα',
      surname: 'Νέου',
      discounts: { firstDiscount: 5, normalDiscount: 7.5 },
      email: 'a@b.gr',
      startDate: '2020-02-29',
    }),
    // Only a salesperson without customers may be deleted.
    row: async (method) =>
      method === 'DELETE'
        ? idOf(db, sql`insert into salespersons (name, surname) values ('Νέα', 'Πωλήτρια') returning id`)
        : stock.salesperson,
    change: { name: 'Άννα', surname: 'Νέου' },
  },
})
