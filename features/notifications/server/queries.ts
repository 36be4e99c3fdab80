/** Reads what waits for a person. */
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { addressOf } from '#kernel/entity.ts'
import { messageOfKey } from '#kernel/message-key.ts'
import { query, type View } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { DeclaredEntity, PagedEntity } from '#server/entities.ts'
import type { FactKind, MessageKind } from '#server/notices/notices.ts'
import * as contract from '../domain/contract.ts'
import {
  type FactsOfKind,
  linesOf,
  type Mark,
  type MessagesOfRecord,
  unreadCount,
  type WaitingLine,
} from '../domain/lines.ts'

/** What the features declare. */
export type NoticeKinds = {
  readonly facts: readonly FactKind[]
  readonly messages: readonly MessageKind[]
  /** The kinds of records that messages are about. */
  readonly entities: readonly DeclaredEntity[]
}

const isPaged = (entity: DeclaredEntity): entity is PagedEntity => 'page' in entity

/** Returns the kinds whose records the person may read. */
const allowedOf = ({ facts, messages }: NoticeKinds, actor: View['actor']): string[] =>
  [...facts, ...messages].filter(({ right }) => may(actor, right)).map(({ name }) => name)

/** Returns the kinds of records with a page that the person may read. */
const readable = ({ entities }: NoticeKinds, actor: View['actor']): Map<string, PagedEntity> =>
  new Map(entities.filter(isPaged).flatMap((one) => (may(actor, one.read) ? [[one.name, one] as const] : [])))

/** Returns the lines of the person. With `key` it reads only what this line consists of. */
async function readLines(kinds: NoticeKinds, { rows, actor, today }: View, key?: string): Promise<WaitingLine[]> {
  const of = key === undefined ? null : messageOfKey(key)
  const name = of?.kind ?? key
  const allowed = allowedOf(kinds, actor).filter((kind) => name === undefined || kind === name)
  const record = of
    ? sql`kind = ${of.kind} and entity = ${of.entity} and entity_id = ${of.entityId}`
    : sql`${key === undefined}::boolean`
  const facts = await rows.many<FactsOfKind>(sql`
    select kind, count(*)::int as count, max(since) as since from waiting_facts
    where kind = any(${allowed}::text[]) group by kind`)
  const messages = await rows.many<MessagesOfRecord>(sql`
    select kind, entity, entity_id as "entityId", count(*)::int as count, max(created_at) as since,
      min(coalesce(snoozed_until, '0001-01-01'))::text as "snoozedUntil"
    from messages where user_id = ${actor.userId}::bigint and read_at is null and not withdrawn
      and entity = any(${[...readable(kinds, actor).keys()]}::text[]) and ${record}
    group by kind, entity, entity_id`)
  const marks = await rows.many<Mark>(sql`
    select kind, read_at as "readAt", snoozed_until::text as "snoozedUntil", hidden
    from notice_marks where user_id = ${actor.userId}::bigint`)
  return linesOf({ facts, messages, marks, allowed: new Set(allowed), today })
}

/** Returns the newest things of a kind of fact, without those that the person may not read. */
async function thingsOf({ rows, actor }: View, kind: FactKind, most: number): Promise<contract.LineThing[]> {
  const newest = await rows.many<{ id: number }>(sql`
    select thing_id as id from waiting_facts where kind = ${kind.name} order by since desc, thing_id desc limit ${most}`)
  const ids = newest.map(({ id }) => id)
  if (ids.length === 0) return []
  const things = new Map((await kind.things(rows, ids, actor)).map((thing) => [thing.id, thing]))
  return ids.flatMap((id) => things.get(id) ?? [])
}

type Newest = { entity: string; entityId: number; from: string; text: string }

const newestMessage = (
  rows: Rows,
  userId: number | null,
  { kind, entity, entityId }: Omit<MessagesOfRecord, 'count'>,
) =>
  rows.maybe<Newest>(sql`
    select entity, entity_id as "entityId", from_name as "from", text from messages
    where user_id = ${userId}::bigint and read_at is null and not withdrawn and kind = ${kind} and entity = ${entity} and entity_id = ${entityId}
    order by id desc limit 1`)

async function shownLine(kinds: NoticeKinds, view: View, line: WaitingLine): Promise<contract.Line> {
  const fact = kinds.facts.find(({ name }) => name === line.key)
  if (fact)
    return { ...line, page: fact.page, things: await thingsOf(view, fact, contract.THINGS_A_LINE), message: null }
  const of = messageOfKey(line.key)
  const entity = of && readable(kinds, view.actor).get(of.entity)
  const newest = of && (await newestMessage(view.rows, view.actor.userId, { ...of, since: '', snoozedUntil: null }))
  const tab = of && kinds.messages.find(({ name }) => name === of.kind)?.tab
  const page = entity && newest && addressOf(entity, newest.entityId)
  const message = page ? { ...newest, to: tab ? `${page}?tab=${tab}` : page } : null
  return { ...line, page: null, things: [], message }
}

/** Returns the line with this key as the person sees it; null if there is none for them. */
export async function readLine(kinds: NoticeKinds, view: View, key: string): Promise<contract.Line | null> {
  const line = (await readLines(kinds, view, key)).find((one) => one.key === key)
  return line ? shownLine(kinds, view, line) : null
}

export const listNoticesQuery = (kinds: NoticeKinds) =>
  query(contract.listNotices, async (view) => {
    const lines: contract.Line[] = []
    for (const line of (await readLines(kinds, view)).slice(0, contract.MOST_LINES))
      lines.push(await shownLine(kinds, view, line))
    const hidden = await view.rows.many<{ kind: string }>(sql`
      select kind from notice_marks where user_id = ${view.actor.userId}::bigint and hidden`)
    const isHidden = new Set(hidden.map(({ kind }) => kind))
    return { lines, kinds: allowedOf(kinds, view.actor).map((kind) => ({ kind, shown: !isHidden.has(kind) })) }
  })

export const countNoticesQuery = (kinds: NoticeKinds) =>
  query(contract.countNotices, async (view) => ({ count: unreadCount(await readLines(kinds, view)) }))

export const thingsOfKindQuery = ({ facts }: NoticeKinds) =>
  query(contract.thingsOfKind, async (view, { kind }) => {
    const found = facts.find(({ name, right }) => name === kind && may(view.actor, right))
    return found
      ? { things: await thingsOf(view, found, contract.MOST_THINGS) }
      : refuse('missing', 'notifications.no-kind')
  })
