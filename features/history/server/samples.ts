/** Provides a valid input for each query of history, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import { SecurityEvents } from '#server/security-events/security-events.ts'
import { fixed, idOf, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = ({ db }) => {
  const newestEntry = () => idOf(db, sql`select max(id) as id from history`)
  return {
    'history.list': fixed({ search: '12', page: 1, descending: true }),
    'history.count': fixed({ filters: { entity: ['orders'] } }),
    'history.event': async () => {
      const events = new SecurityEvents(db)
      const event = {
        kind: 'SIGN-IN',
        userId: null,
        userName: 'Π',
        what: 'SIGNED-IN',
        code: '',
        details: {},
        address: '',
      } as const
      events.note(event)
      await events.flush()
      return { id: await idOf(db, sql`select max(id) as id from security_events`) }
    },
    'history.of-command': async () => ({ id: await newestEntry() }),
  }
}
