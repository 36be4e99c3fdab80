/** Provides a valid input for each query of history, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { fixed, idOf, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = ({ db }) => {
  const newestEntry = () => idOf(db, sql`select max(id) as id from history`)
  return {
    'history.list': fixed({ search: '12', page: 1, descending: true }),
    'history.count': fixed({ filters: { entity: ['orders'] } }),
    'history.event': async () => {
      await db.run(sql`
        insert into security_events (kind, minute, at, last_at, user_name, what) values ('SIGN-IN', now(), now(), now(), 'Π', 'SIGNED-IN')
        on conflict do nothing`)
      return { id: await idOf(db, sql`select max(id) as id from security_events`) }
    },
    'history.of-command': async () => ({ id: await newestEntry() }),
  }
}
