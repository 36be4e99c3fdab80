/**
 * Looks at the views of which people get mails. A look compares the rows of a view with those that its person knows, and writes the
 * mail, the message and the known rows in one transaction. So nothing is lost if the process ends in between.
 */
import { sessionUser, readUserRow } from '#accounts/server/user-row.ts'
import { dayOf } from '#kernel/day.ts'
import { Refused } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { type Actor, SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { JobParts } from '#server/feature.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Schedule } from '#server/jobs/schedules.ts'
import type { DeclaredLists, ListAlert } from '#server/lists/declared-list.ts'
import { tell } from '#server/notices/notices.ts'
import { viewsRights } from '../../domain/rights.ts'
import { maySeeView, MOST_KNOWN, zViewState } from '../../domain/view.ts'
import { questionOnPage } from '../check-state.ts'
import { event } from '../manage.ts'
import { type Alert, readAlert } from './alert.ts'
import { TOO_LARGE } from './messages.ts'
import { sendEntered } from './send-entered.ts'

export const LOOK_JOB = 'views.look'
export const lookOften: Schedule = { name: 'look-at-views', kind: LOOK_JOB, everyMinutes: 5 }

/** After a mail about a view its person gets no other one for this time. What enters meanwhile is in the next one. */
const QUIET_MINUTES = 15

const BATCH = 100

/** Looks at every view whose person has had no mail about it for a while. One that fails does not keep the others waiting. */
export const lookAtViews = (lists: DeclaredLists, parts: JobParts): JobWork => ({
  atOnce: 1,
  // the schedule writes the next job soon
  tries: 3,
  run: async () => {
    const { runner, log } = parts
    for (let last = 0, more = true; more; ) {
      const due = await runner.db.many<{ id: number }>(sql`
        select id from view_alerts
        where id > ${last} and (mailed_at is null
          or mailed_at <= ${runner.clock().toISOString()}::timestamptz - make_interval(mins => ${QUIET_MINUTES}))
        order by id limit ${BATCH}`)
      for (const { id } of due)
        await lookAt(lists, parts, id).catch((error: unknown) =>
          log?.error({ error, alert: id }, 'a look at a saved view failed'),
        )
      last = due.at(-1)?.id ?? last
      more = due.length === BATCH
    }
  },
})

/** What the person sees in the view now, and the list it is of. */
type Sight = { readonly list: ListAlert; readonly ids: readonly number[]; readonly email: string }

/** Reads the rows of the view as its person may see them now. Returns null if they may not, or if the view cannot be read. */
async function see(lists: DeclaredLists, { runner }: JobParts, alert: Alert): Promise<Sight | null> {
  const user = sessionUser(await readUserRow(runner.db, alert.userId))
  const { id: userId, username: name, actingRole: role, section, rightChanges, email } = user
  const actor: Actor = { userId, name, role, section, rightChanges }
  const list = lists().find((one) => one.name === alert.list)
  const state = zViewState.safeParse(alert.state).data
  if (!list?.alert || !state || !maySeeView(alert, userId)) return null
  if (!may(actor, viewsRights.keep) || !may(actor, list.list.right)) return null
  const { alert: read } = list
  const today = dayOf(runner.clock().toISOString())
  try {
    const question = questionOnPage(list, state)
    const ids = await runner.read(actor, (rows) => read.ids({ rows, actor, today }, question, MOST_KNOWN + 1))
    return { list: read, ids, email }
  } catch (error) {
    // the list has no such filter any more, or the person may not ask for these rows
    if (error instanceof Refused && ['invalid', 'forbidden'].includes(error.refusal.kind)) return null
    throw error
  }
}

/** Looks at one view for one person. */
export async function lookAt(lists: DeclaredLists, parts: JobParts, id: number): Promise<void> {
  const alert = await readAlert(parts.runner.db, id)
  if (!alert) return
  const sight = await see(lists, parts, alert)
  if (sight === null) return stop(parts, alert)
  if (sight.ids.length > MOST_KNOWN) return stop(parts, alert, TOO_LARGE.name)
  const known = new Set(alert.known)
  const isChanged = alert.version !== alert.knownVersion
  const news = sight.ids.filter((one) => !known.has(one))
  if (!isChanged && news.length === 0 && sight.ids.length === known.size) return
  const entered = isChanged ? [] : news.toSorted((one, other) => other - one)
  await parts.runner.work(SYSTEM, 'views.look', async (work) => {
    // of two looks that read the same known rows, only the first one writes
    const first = await work.tx.run(sql`
      update view_alerts a set known_ids = ${[...sight.ids]}::bigint[], view_version = v.version, looks = a.looks + 1,
        mailed_at = case when ${entered.length > 0}::boolean then ${work.now}::timestamptz else a.mailed_at end
      from saved_views v
      where a.id = ${alert.id} and a.looks = ${alert.looks} and v.id = a.view_id and v.version = ${alert.version}`)
    if (first > 0 && entered.length > 0)
      await sendEntered(work, { alert, entered, email: sight.email, list: sight.list, publicUrl: parts.publicUrl })
  })
}

/** Ends an alert that its person may not have any more. With `message` they are told. */
const stop = ({ runner }: JobParts, { id, viewId, userId, name }: Alert, message?: string): Promise<void> =>
  runner.work(SYSTEM, 'views.stop-alert', async (work) => {
    const ended = await work.tx.run(sql`delete from view_alerts where id = ${id}`)
    if (ended === 0) return
    work.record({ entity: 'views', id: viewId, changes: event('ALERT-OFF') })
    if (message === undefined) return
    await tell(work, {
      kind: message,
      userIds: [userId],
      entity: 'views',
      entityId: viewId,
      sourceId: viewId,
      text: name,
    })
  })
