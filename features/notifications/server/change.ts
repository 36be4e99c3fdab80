/** Stores what a person has read, snoozed and chosen. None of it is in the history, because no record of the company changes. */
import { addDays } from '#kernel/day.ts'
import { messageOfKey } from '#kernel/message-key.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { command, demandPerson, type Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { NOTICES_TOPIC } from '#server/notices/notices.ts'
import * as contract from '../domain/contract.ts'
import type { NoticeKinds } from './queries.ts'

/** Refuses a name that is no kind which the person may see. */
function demandKind({ facts, messages }: NoticeKinds, { actor }: Work, name: string): void {
  if (![...facts, ...messages].some((kind) => kind.name === name && may(actor, kind.right)))
    refuse('missing', 'notifications.no-kind')
}

/** Tells the other open pages of the person. */
function shownAnew({ moved }: Work, userId: number): { saved: true } {
  moved({ entity: NOTICES_TOPIC, id: userId })
  return { saved: true }
}

/** Marks facts as read up to the newest that the table contains now. Without a kind, snoozed ones stay as they are. */
const readFacts = ({ tx, today }: Work, userId: number, kind: string | null): Promise<unknown> =>
  tx.run(sql`
    insert into notice_marks (user_id, kind, read_at)
    select ${userId}::bigint, f.kind, max(f.since) from waiting_facts f
    where f.kind = ${kind}::text or (${kind}::text is null and not exists (
      select from notice_marks m
      where m.user_id = ${userId}::bigint and m.kind = f.kind and m.snoozed_until > ${today}::date))
    group by f.kind
    on conflict (user_id, kind) do update set read_at = excluded.read_at`)

export const readNoticesCommand = (kinds: NoticeKinds) =>
  command(contract.readNotices, async (work, { key }) => {
    const { tx, actor, now, today } = work
    const userId = demandPerson(actor)
    const of = key === undefined ? null : messageOfKey(key)
    if (key !== undefined) demandKind(kinds, work, of?.kind ?? key)
    if (of === null) await readFacts(work, userId, key ?? null)
    if (key === undefined || of !== null)
      await tx.run(sql`
        update messages set read_at = ${now}::timestamptz
        where user_id = ${userId}::bigint and read_at is null
          and ((${of === null}::boolean and (snoozed_until is null or snoozed_until <= ${today}::date))
          or (kind = ${of?.kind ?? null} and entity = ${of?.entity ?? null} and entity_id = ${of?.entityId ?? null}::bigint))`)
    return shownAnew(work, userId)
  })

export const snoozeNoticeCommand = (kinds: NoticeKinds) =>
  command(contract.snoozeNotice, async (work, { key, snoozed }) => {
    const { tx, actor, today } = work
    const userId = demandPerson(actor)
    const of = messageOfKey(key)
    demandKind(kinds, work, of?.kind ?? key)
    const until = snoozed ? addDays(today, 1) : null
    if (of)
      await tx.run(sql`
        update messages set snoozed_until = ${until}::date
        where user_id = ${userId}::bigint and read_at is null
          and kind = ${of.kind} and entity = ${of.entity} and entity_id = ${of.entityId}`)
    else
      await tx.run(sql`
        insert into notice_marks (user_id, kind, snoozed_until) values (${userId}::bigint, ${key}, ${until}::date)
        on conflict (user_id, kind) do update set snoozed_until = excluded.snoozed_until`)
    return shownAnew(work, userId)
  })

export const chooseKindCommand = (kinds: NoticeKinds) =>
  command(contract.chooseKind, async (work, { kind, shown }) => {
    const userId = demandPerson(work.actor)
    demandKind(kinds, work, kind)
    await work.tx.run(sql`
      insert into notice_marks (user_id, kind, hidden) values (${userId}::bigint, ${kind}, ${!shown})
      on conflict (user_id, kind) do update set hidden = excluded.hidden`)
    return shownAnew(work, userId)
  })
