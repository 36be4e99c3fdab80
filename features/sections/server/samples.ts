/** Provides a valid input for each command and query of sections, for tests that call all of them. */
import { sql } from '#server/db/database.ts'
import {
  fixed,
  type HistorySample,
  idOf,
  PIECE,
  type Samples,
  type TableSamples,
} from '#server/samples/sample-parts.ts'
import { SECTION_WORDS } from '../domain/history-words.ts'
import { FLOORS } from '../domain/setup.ts'

let made = 0
/** Two sections may not have the same name. */
const freshName = () => `ΤΜΗΜΑ-${(made += 1)}`

export const samples: Samples = ({ db }) => {
  const page = fixed({})
  return {
    'sections.list': fixed(),
    'sections.needs': fixed({ section: 'GEMISMA' }),
    'sections.setup': page,
    'sections.count': page,
    'sections.history': fixed({ id: 1 }),
    'sections.create': async () => ({
      name: freshName(),
      description: 'Δοκιμή',
      floor: '2',
      aliases: [],
      accountName: null,
      capacity: 240 * PIECE,
      minutes: 480 * PIECE,
    }),
    'sections.change': async () => {
      const section = await db.one<{ id: number; version: number }>(
        sql`select id, version from sections order by id limit 1`,
      )
      return { ...section, changes: { description: freshName(), floor: 'Basement' } }
    },
  }
}

export const tableSamples: TableSamples = ({ db }) => ({
  taskTypes: {
    may: { GET: '+++++-+-', POST: '+-------', PATCH: '+-------' },
    record: async () => ({ name: freshName(), description: 'Δοκιμή', floor: 'Ground' }),
    row: () => idOf(db, sql`select id from sections where name = 'ΒΑΦΗ'`),
    change: { description: 'Βαφή κεριών', floor: '1' },
  },
})

export const historySample: HistorySample = {
  words: { sections: SECTION_WORDS },
  lists: { sections: { floor: [...FLOORS] } },
  free: { sections: ['name', 'description', 'aliases', 'accountName', 'capacity', 'minutes'] },
}
