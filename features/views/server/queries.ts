/** Reads the saved views of a list. */
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { type Actor, demandPerson, query } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import * as contract from '../domain/contract.ts'
import { viewsRights } from '../domain/rights.ts'
import { zViewState } from '../domain/view.ts'
import { isDeclared, listOf } from './check-state.ts'

type Row = Omit<contract.View, 'own' | 'mayChange' | 'state'> & { ownerId: number; state: unknown }

/** Returns saved views of the table `v` as a person sees them, without those that cannot be read. */
async function readViews(rows: Rows, actor: Actor, where: Sql): Promise<contract.View[]> {
  const personId = demandPerson(actor)
  const found = await rows.many<Row>(sql`
    select v.id, v.name, v.shared, v.owner_id as "ownerId", v.state, v.version, v.changed_by_name as "changedBy",
      exists (select from view_alerts a where a.view_id = v.id and a.user_id = ${personId}) as alert
    from saved_views v where (v.shared or v.owner_id = ${personId}) and ${where}
    order by v.shared, v.name collate "und-x-icu", v.id`)
  const manages = may(actor, viewsRights.manage)
  return found.flatMap(({ ownerId, ...view }) => {
    // what an earlier version of the product stored may lack a part, and then has its usual value
    const state = zViewState.safeParse(view.state).data
    const own = ownerId === personId
    return state ? [{ ...view, state, own, mayChange: own || manages }] : []
  })
}

export const listViewsQuery = (lists: DeclaredLists) =>
  query(contract.listViews, async ({ rows, actor }, { list: name }) => {
    const list = listOf(lists, actor, name)
    return {
      views: await readViews(rows, actor, sql`v.list = ${name}`),
      choices: Object.keys(list.choices ?? {}),
      mayShare: may(actor, viewsRights.share),
      hasAlerts: list.alert !== undefined,
    }
  })

export const viewOnPageQuery = (lists: DeclaredLists) =>
  query(contract.viewOnPage, async ({ rows, actor }, { id }) => {
    const stored = await rows.maybe<{ list: string }>(sql`select list from saved_views where id = ${id}`)
    const [view] = stored ? await readViews(rows, actor, sql`v.id = ${id}`) : []
    if (!stored || !view) return refuse('missing', 'views.no-view')
    if (!isDeclared(lists, stored.list)) return refuse('missing', 'views.list-gone', { own: view.own })
    const { page, choices = {} } = listOf(lists, actor, stored.list)
    if (page === undefined) return refuse('missing', 'views.no-page')
    return { page, list: stored.list, view, choices: Object.keys(choices) }
  })
