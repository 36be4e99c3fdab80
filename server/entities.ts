/** The kinds of records that the features declare in their manifests, for notes, mails, history and the search. */
import type { Entity } from '#kernel/entity.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import type { Rows, Sql } from '#server/db/database.ts'

/** A kind of record for history and live updates only. People who may read its records are notified of their changes. */
export type PlainEntity = {
  readonly name: string
  readonly read: Right
  /** The tables whose rows are parts of its records, for live updates. The table with its name if left out. */
  readonly tables?: readonly string[]
}

/** The input of the search over all kinds of records. */
export type Wanted = {
  readonly text: string
  /** The number in the text; null if it is no number. */
  readonly number: number | null
  /** The most records of a kind that are shown. */
  readonly most: number
}

/** A record that matches the search. */
export type Found = {
  readonly id: number
  /** The page to open, if the kind has no page of its own. */
  readonly to?: string
  readonly title: string
  readonly subtitle: string
  /** The day of a document. Pages show it after the subtitle, in the form of their language (C-96). */
  readonly day?: string
  /** A status that is shown as a badge; null for kinds that have none. */
  readonly status: string | null
  /** True if the text is the number or the code of the record; such a record comes first. */
  readonly exact: boolean
}

/** A kind of record that has a page. */
export type PagedEntity = Entity & {
  readonly tables?: readonly string[]
  /**
   * Returns a query for the id of the record; it has no row if the record does not exist for this person. Kinds
   * without it have no notes, and the pages show no mails about them.
   */
  readonly there?: (id: number, actor: Actor) => Sql
  /** Returns why a mail about the record may not be sent again; null if it may. */
  readonly whyNoMail?: (rows: Rows, id: number) => Promise<Refusal | null>
  /** Returns a query that has a row if more may happen to the record with this id. Until then its mails are not deleted. */
  readonly open?: (id: Sql) => Sql
}

/** A kind of record that the search over everything finds. Only people who may read such records find them. */
export type SearchedKind = {
  readonly name: string
  readonly read: Right
  /** The page of one record, by its registered path. Without it each found record names its page. */
  readonly page?: string
  /** Returns the records that match best: first those with exactly this number or code, then those with the words. */
  readonly find: (rows: Rows, wanted: Wanted) => Promise<readonly Found[]>
}

export type DeclaredEntity = PlainEntity | PagedEntity
type With<Part extends keyof PagedEntity> = PagedEntity & Required<Pick<PagedEntity, Part>>
export type CarryingEntity = With<'there'>

/** Refuses with `code` if the record does not exist or is not visible to the actor. */
export async function requireRecord(
  rows: Rows,
  actor: Actor,
  { there }: CarryingEntity,
  id: number,
  code: string,
): Promise<void> {
  if (!(await rows.maybe(there(id, actor)))) refuse('missing', code)
}

const carries = (entity: DeclaredEntity): entity is CarryingEntity => 'there' in entity

/** Returns the kind of record with this name, which has notes and mails. Refuses the input `entity` if there is none. */
export function carryingEntity(entities: readonly DeclaredEntity[], name: string): CarryingEntity {
  const found = entities.find((entity) => entity.name === name)
  if (found && carries(found)) return found
  return refuse('invalid', 'input', { fields: { entity: 'invalid_value' }, first: 'entity' })
}
