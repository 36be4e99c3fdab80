/** Stores what a person has read, postponed and chosen. Nothing of it is in the history, because no record of the company changes. */
import { addDays } from '#kernel/day.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { command, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { NOTICES_TOPIC } from '#server/notices/notices.ts'
import * as contract from '../domain/contract.ts'
import { messageOfKey } from '../domain/lines.ts'
import type { NoticeKinds } from './queries.ts'

/** Refuses a name that is no kind which the person may see. A program has no account for which something is stored. */
function demandKind({ facts, messages }: NoticeKinds, { actor }: Work, name: string): void {
  if (actor.userId === null) refuse('forbidden', 'people-only')
  if (![...facts, ...messages].some((kind) => kind.name === name && may(actor, kind.right)))
    refuse('missing', 'notifications.no-kind')
}

/** Refuses a program: only people read, snooze and choose. */
function demandPerson({ actor }: Work): void {
  if (actor.userId === null) refuse('forbidden', 'people-only')
}

/** Tells the other open pages of the person. */
const shownAnew = ({ moved, actor }: Work): { saved: true } => {
  moved({ entity: NOTICES_TOPIC, id: actor.userId ?? 0 })
  return { saved: true }
}

/** Marks facts as read up to the newest that the table contains now. */
const readFacts = async ({ tx, actor }: Work, kind: string | null): Promise<unknown> =>
  tx.run(sql`
    insert into notice_marks (user_id, kind, read_at)
    select ${actor.userId}::bigint, kind, max(since) from waiting_facts
    where kind = ${kind}::text or ${kind}::text is null group by kind
    on conflict (user_id, kind) do update set read_at = excluded.read_at`)

export const readNoticesCommand = (kinds: NoticeKinds) =>
  command(contract.readNotices, async (work, { key }) => {
    demandPerson(work)
    const { tx, actor, now } = work
    if (actor.userId === null) refuse('forbidden', 'people-only')
    const of = key === undefined ? null : messageOfKey(key)
    if (key !== undefined) demandKind(kinds, work, of?.kind ?? key)
    if (of === null) await readFacts(work, key ?? null)
    if (key === undefined || of !== null)
      await tx.run(sql`
        update messages set read_at = ${now}::timestamptz
        where user_id = ${actor.userId}::bigint and read_at is null and (${of === null}::boolean
          or (kind = ${of?.kind ?? null} and entity = ${of?.entity ?? null} and entity_id = ${of?.entityId ?? null}::bigint))`)
    return shownAnew(work)
  })

export const snoozeNoticeCommand = (kinds: NoticeKinds) =>
  command(contract.snoozeNotice, async (work, { key, snoozed }) => {
    demandPerson(work)
    const { tx, actor, today } = work
    const of = messageOfKey(key)
    demandKind(kinds, work, of?.kind ?? key)
    const until = snoozed ? addDays(today, 1) : null
    if (of)
      await tx.run(sql`
        update messages set snoozed_until = ${until}::date
        where user_id = ${actor.userId}::bigint and read_at is null
          and kind = ${of.kind} and entity = ${of.entity} and entity_id = ${of.entityId}`)
    else
      await tx.run(sql`
        insert into notice_marks (user_id, kind, snoozed_until) values (${actor.userId}::bigint, ${key}, ${until}::date)
        on conflict (user_id, kind) do update set snoozed_until = excluded.snoozed_until`)
    return shownAnew(work)
  })

export const chooseKindCommand = (kinds: NoticeKinds) =>
  command(contract.chooseKind, async (work, { kind, shown }) => {
    demandPerson(work)
    demandKind(kinds, work, kind)
    await work.tx.run(sql`
      insert into notice_marks (user_id, kind, hidden) values (${work.actor.userId}::bigint, ${kind}, ${!shown})
      on conflict (user_id, kind) do update set hidden = excluded.hidden`)
    return shownAnew(work)
  })
