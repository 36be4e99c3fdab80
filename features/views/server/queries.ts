/** Reads the saved views of a list. */
import { may } from '#kernel/rights.ts'
import { demandPerson, query } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import * as contract from '../domain/contract.ts'
import { viewsRights } from '../domain/rights.ts'
import { zViewState } from '../domain/view.ts'
import { listOf } from './check-state.ts'

type Row = Omit<contract.View, 'own' | 'mayChange' | 'state'> & { ownerId: number; state: unknown }

export const listViewsQuery = (lists: DeclaredLists) =>
  query(contract.listViews, async ({ rows, actor }, { list: name }) => {
    const personId = demandPerson(actor)
    const list = listOf(lists, actor, name)
    const found = await rows.many<Row>(sql`
      select id, name, shared, owner_id as "ownerId", state, version, changed_by_name as "changedBy"
      from saved_views where list = ${name} and (shared or owner_id = ${personId})
      order by shared, name collate "und-x-icu", id`)
    const manages = may(actor, viewsRights.manage)
    return {
      views: found.flatMap(({ ownerId, ...view }) => {
        // what an earlier version of the product stored may lack a part, and then has its usual value
        const state = zViewState.safeParse(view.state).data
        const own = ownerId === personId
        return state ? [{ ...view, state, own, mayChange: own || manages }] : []
      }),
      choices: Object.keys(list.choices ?? {}),
      mayShare: may(actor, viewsRights.share),
    }
  })
