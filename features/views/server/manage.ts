/** Creates, changes, shares and deletes saved views. */
import { changes, type FieldChanges } from '#kernel/changes.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Command, command, demand, demandPerson } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import { withdrawMessages } from '#server/notices/notices.ts'
import type { Work } from '#server/work.ts'
import * as contract from '../domain/contract.ts'
import { sharedState, type ViewEvent } from '../domain/history-words.ts'
import { viewsRights } from '../domain/rights.ts'
import { maySeeView, MOST_VIEWS, type ViewState } from '../domain/view.ts'
import { ENTERED } from './alerts/messages.ts'
import { checkState, isDeclared, listOf } from './check-state.ts'

type Stored = { ownerId: number; list: string; name: string; shared: boolean; state: ViewState; version: number }

/** Returns what happened to a view, for its history. */
export const event = (what: ViewEvent): FieldChanges => ({ view: [null, what] })

/** Locks and returns a view. A view that the person may not see is missing. */
async function lockView({ tx, actor }: Work, id: number): Promise<Stored> {
  const view = await tx.maybe<Stored>(sql`
    select owner_id as "ownerId", list, name, shared, state, version from saved_views where id = ${id} for update`)
  return view && maySeeView(view, demandPerson(actor)) ? view : refuse('missing', 'views.no-view')
}

/** Locks and returns a view that the person may change, of a list that they may read. */
async function viewToChange(work: Work, lists: DeclaredLists, id: number): Promise<Stored> {
  const view = await lockView(work, id)
  listOf(lists, work.actor, view.list)
  if (view.ownerId !== demandPerson(work.actor)) demand(work.actor, viewsRights.manage)
  return view
}

/** Locks and returns a view that the person may delete. Its owner may delete it also if no feature declares its list any more. */
async function viewToDelete(work: Work, lists: DeclaredLists, id: number): Promise<Stored> {
  const view = await lockView(work, id)
  const isLost = view.ownerId === demandPerson(work.actor) && !isDeclared(lists, view.list)
  return isLost ? view : viewToChange(work, lists, id)
}

/** Refuses a name that another view of the same owner and list has. */
async function checkName(rows: Rows, { ownerId, list, name, id }: Record<string, unknown>): Promise<void> {
  const taken = await rows.maybe(sql`
    select from saved_views
    where owner_id = ${ownerId}::bigint and list = ${list} and lower(name) = lower(${name}) and id <> ${id}::bigint`)
  if (taken) refuse('refused', 'views.name-taken', { fields: { name: 'views.name-taken' }, first: 'name', name })
}

async function checkShared(rows: Rows, list: string): Promise<void> {
  const { count } = await rows.one<{ count: number }>(
    sql`select count(*)::int as count from saved_views where list = ${list} and shared`,
  )
  if (count >= MOST_VIEWS) refuse('refused', 'views.too-many-shared', { most: MOST_VIEWS })
}

export const createViewCommand = (lists: DeclaredLists): Command<typeof contract.createView> =>
  command(contract.createView, async ({ tx, actor, record, now }, { list, name, state, shared }) => {
    const ownerId = demandPerson(actor)
    checkState(listOf(lists, actor, list), state)
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::int as count from saved_views where owner_id = ${ownerId} and list = ${list}`,
    )
    if (count >= MOST_VIEWS) refuse('refused', 'views.too-many', { most: MOST_VIEWS })
    await checkName(tx, { ownerId, list, name, id: 0 })
    if (shared) {
      demand(actor, viewsRights.share)
      await checkShared(tx, list)
    }
    const { id } = await tx.one<{ id: number }>(sql`
      insert into saved_views (owner_id, list, name, shared, state, changed_by_name, changed_at)
      values (${ownerId}, ${list}, ${name}, ${shared}, ${JSON.stringify(state)}::jsonb, ${actor.name}, ${now}::timestamptz)
      returning id`)
    const written = { name, shared: sharedState(shared) }
    record({ entity: 'views', id, changes: { ...event('CREATED'), ...changes({}, written) } })
    return { id, version: 1 }
  })

export const changeViewCommand = (lists: DeclaredLists): Command<typeof contract.changeView> =>
  command(contract.changeView, async (work, { id, version, name, state }) => {
    const { tx, actor, record, now } = work
    const before = await viewToChange(work, lists, id)
    if (before.version !== version) refuse('conflict', 'conflict')
    if (state !== undefined) checkState(listOf(lists, actor, before.list), state)
    if (name !== undefined) await checkName(tx, { ...before, name, id })
    const after = { name: name ?? before.name, state: state ?? before.state }
    const differs = changes(before, after)
    if (Object.keys(differs).length === 0) return { id, version }
    await tx.run(sql`
      update saved_views set name = ${after.name}, state = ${JSON.stringify(after.state)}::jsonb, version = version + 1,
        changed_by_name = ${actor.name}, changed_at = ${now}::timestamptz
      where id = ${id}`)
    const { state: content, ...fields } = differs
    // a new name changes no rows, so what has entered since the last look still does
    if (!content)
      await tx.run(sql`
        update view_alerts set view_version = ${version + 1} where view_id = ${id} and view_version = ${version}`)
    record({ entity: 'views', id, changes: { ...(content ? event('CHANGED') : {}), ...fields } })
    return { id, version: version + 1 }
  })

export const shareViewCommand = (lists: DeclaredLists): Command<typeof contract.shareView> =>
  command(contract.shareView, async (work, { id, shared }) => {
    const before = await viewToChange(work, lists, id)
    if (before.shared === shared) return { id, version: before.version }
    if (shared) await checkShared(work.tx, before.list)
    await work.tx.run(sql`update saved_views set shared = ${shared} where id = ${id}`)
    const [old, now] = [sharedState(before.shared), sharedState(shared)]
    work.record({ entity: 'views', id, changes: changes({ shared: old }, { shared: now }) })
    return { id, version: before.version }
  })

export const deleteViewCommand = (lists: DeclaredLists): Command<typeof contract.deleteView> =>
  command(contract.deleteView, async (work, { id }) => {
    const { name } = await viewToDelete(work, lists, id)
    await work.tx.run(sql`delete from saved_views where id = ${id}`)
    await withdrawMessages(work, ENTERED.name, id, true)
    work.record({ entity: 'views', id, changes: { ...event('DELETED'), name: [name, null] } })
    return { id }
  })
