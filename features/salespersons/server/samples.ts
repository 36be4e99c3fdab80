/** Provides a valid input for each command and query of salespersons, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { fixed, idOf, type Samples, type TableSamples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => {
  return {
    'salespersons.options': fixed(),
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
