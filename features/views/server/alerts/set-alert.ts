/** Lets a person get a mail when something enters a view, or no more. */
import { refuse } from '#kernel/refusal.ts'
import { type Command, command, demandPerson } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import * as contract from '../../domain/contract.ts'
import { maySeeView, MOST_ALERTS, MOST_KNOWN, zViewState } from '../../domain/view.ts'
import { listOf, questionOnPage } from '../check-state.ts'
import { event } from '../manage.ts'

type Seen = { ownerId: number; list: string; shared: boolean; state: unknown; version: number }

export const setAlertCommand = (lists: DeclaredLists): Command<typeof contract.setAlert> =>
  command(contract.setAlert, async ({ tx, actor, record, today }, { id, on, language }) => {
    const personId = demandPerson(actor)
    const view = await tx.maybe<Seen>(sql`
      select owner_id as "ownerId", list, shared, state, version from saved_views where id = ${id}`)
    const state = zViewState.safeParse(view?.state).data
    if (!view || !state || !maySeeView(view, personId)) return refuse('missing', 'views.no-view')
    const list = listOf(lists, actor, view.list)
    if (!on) {
      const ended = await tx.run(sql`delete from view_alerts where view_id = ${id} and user_id = ${personId}`)
      if (ended > 0) record({ entity: 'views', id, changes: event('ALERT-OFF') })
      return { id }
    }
    if (!list.alert) return refuse('refused', 'views.no-alerts')
    const own = await tx.many<{ viewId: number }>(
      sql`select view_id as "viewId" from view_alerts where user_id = ${personId}`,
    )
    if (own.some(({ viewId }) => viewId === id)) return { id }
    if (own.length >= MOST_ALERTS) refuse('refused', 'views.too-many-alerts', { most: MOST_ALERTS })
    const known = await list.alert.ids({ rows: tx, actor, today }, questionOnPage(list, state), MOST_KNOWN + 1)
    if (known.length > MOST_KNOWN) refuse('refused', 'views.too-large', { most: MOST_KNOWN })
    await tx.run(sql`
      insert into view_alerts (view_id, user_id, language, view_version, known_ids)
      values (${id}, ${personId}, ${language}, ${view.version}, ${[...known]}::bigint[])`)
    record({ entity: 'views', id, changes: event('ALERT-ON') })
    return { id }
  })
