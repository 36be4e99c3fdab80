/** Provides a valid input for each command and query of saved views, for tests that call all of them. */
import { randomUUID } from 'node:crypto'
import { sql } from '#server/db/database.ts'
import { fixed, type HistorySample, idOf, type Samples } from '#server/samples/sample-parts.ts'
import { SHARED_STATES, VIEW_EVENTS, VIEW_WORDS } from '../domain/history-words.ts'

const STATE = { search: 'κερ', columns: ['name', 'status', 'lineCount'] }

export const samples: Samples = ({ db }) => {
  /** Adds a shared view, so that everybody who may change some view may change this one. */
  const view = (list = 'packaging'): Promise<number> =>
    idOf(
      db,
      sql`insert into saved_views (owner_id, list, name, shared, state, changed_by_name)
        select id, ${list}, ${`Προβολή ${randomUUID()}`}, true, ${JSON.stringify(STATE)}::jsonb, username
        from users order by id limit 1 returning id`,
    )
  return {
    'views.list': fixed({ list: 'packaging' }),
    'views.create': async () => {
      // a person may have a limited number of them
      await db.run(sql`delete from saved_views`)
      return { list: 'packaging', name: `Προβολή ${randomUUID()}`, state: STATE }
    },
    'views.change': async () => ({ id: await view(), version: 1, state: { ...STATE, columns: ['id', 'name'] } }),
    'views.share': async () => ({ id: await view(), shared: false }),
    'views.delete': async () => ({ id: await view() }),
    'views.set-alert': async () => ({ id: await view('orders'), on: true, language: 'gr' }),
    'views.on-page': async () => ({ id: await view('orders') }),
  }
}

export const historySample: HistorySample = {
  words: { views: VIEW_WORDS },
  lists: { views: { view: VIEW_EVENTS, shared: SHARED_STATES } },
  free: { views: ['name'] },
  byJobs: ['views.stop-alert'],
}
