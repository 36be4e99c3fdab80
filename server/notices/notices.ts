/**
 * What waits for people. A feature declares in its manifest the kinds of facts that it knows, and the kinds of messages that it
 * sends to single persons. The feature notifications shows them.
 */
import type { Day } from '#kernel/day.ts'
import { messageKey } from '#kernel/message-key.ts'
import type { Right } from '#kernel/rights.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { pushToDevices } from '#server/push/push-to-devices.ts'
import type { Actor, Work } from '#server/work.ts'

/** The most facts of one kind that are kept. `find` returns the first ones. */
export const MOST_FACTS = 1_000

/** A record behind a fact, as a link. */
export type Thing = { readonly id: number; readonly title: string; readonly to: string }

/**
 * A kind of fact that waits until somebody solves it, such as returned orders. The name is `<feature>.<name>`; the texts are
 * `notice.<name>` (the kind) and `notice-line.<name>` (how many wait, with plurals) of the feature's texts.
 */
export type FactKind = {
  readonly name: string
  /** The right that a person needs to see these facts. */
  readonly right: Right
  /** The page that lists all of them; null if there is none. */
  readonly page: string | null
  /** Returns the ids of all that waits now. It reads from indexes, because it runs after each change of the tables that it reads. */
  find(rows: Rows, today: Day): Promise<readonly number[]>
  /** Returns titles and addresses of some of them, without those that the person may not read. */
  things(rows: Rows, ids: readonly number[], actor: Actor): Promise<readonly Thing[]>
}

/** A kind of message to single persons; the texts are those of a fact. */
export type MessageKind = {
  readonly name: string
  readonly right: Right
  /** The tab of the record's page on which the message is. */
  readonly tab?: string
}

/** The name in topics. A page that shows what waits reads it again after a change. */
export const NOTICES_TOPIC = 'notifications'

export type Message = {
  readonly kind: string
  readonly userIds: readonly number[]
  /** The record that the message is about. */
  readonly entity: string
  readonly entityId: number
  /** What the message comes from, such as a note. `withdrawMessages` takes it back by this id. */
  readonly sourceId: number
  readonly text: string
}

/** Sends a message to persons, in the transaction of the command. The sender is left out. */
export async function tell(work: Work, message: Message): Promise<void> {
  const { tx, actor, moved } = work
  const { kind, entity, entityId, sourceId, text } = message
  const userIds = [...new Set(message.userIds)].filter((id) => id !== actor.userId)
  if (userIds.length === 0) return
  await tx.run(sql`
    insert into messages (user_id, kind, entity, entity_id, source_id, from_name, text)
    select user_id, ${kind}, ${entity}, ${entityId}::bigint, ${sourceId}::bigint, ${actor.name}, ${text}
    from unnest(${userIds}::bigint[]) as user_id`)
  await pushToDevices(work, messageKey({ kind, entity, entityId }), userIds)
  moved({ entity: NOTICES_TOPIC, id: sourceId })
}

/** Withdraws unread messages because their source is removed, or shows them again because it is restored. */
export async function withdrawMessages(
  { tx, moved }: Work,
  kind: string,
  sourceId: number,
  withdrawn: boolean,
): Promise<void> {
  const changed = await tx.run(sql`
    update messages set withdrawn = ${withdrawn} where kind = ${kind} and source_id = ${sourceId} and read_at is null`)
  if (changed > 0) moved({ entity: NOTICES_TOPIC, id: sourceId })
}
