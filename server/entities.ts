/** The kinds of records that the features declare in their manifests, for what hangs on records of any feature. */
import type { Entity } from '#kernel/entity.ts'
import { type Refusal, refuse } from '#kernel/refusal.ts'
import type { Right } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import type { Rows, Sql } from '#server/db/database.ts'

/** A kind of record that only history and live updates name: who may read its records hears of their changes. */
export type PlainEntity = { readonly name: string; readonly read: Right }

/** What a person looks for with the search over everything. */
export type Wanted = {
  readonly text: string
  /** The number that the text may stand for, or null. */
  readonly number: number | null
  /** How many records of a kind are shown at most. */
  readonly most: number
}

/** A record that fits what is looked for. */
export type Found = {
  readonly id: number
  readonly title: string
  readonly subtitle: string
  /** A status that is shown as a badge; null for kinds that have none. */
  readonly status: string | null
  /** The number or the code of the record is exactly what is looked for: it stands before all others. */
  readonly exact: boolean
}

/** A kind of record that has a page of its own. */
export type PagedEntity = Entity & {
  /**
   * Returns a query for the id of the record: no row where the record does not exist for this person. Kinds without it
   * carry neither notes nor mails.
   */
  readonly there?: (id: number, actor: Actor) => Sql
  /** Returns why a mail about the record is not sent again, or null if it may be. */
  readonly whyNoMail?: (rows: Rows, id: number) => Promise<Refusal | null>
  /** Returns the records that fit best, for the search over everything; kinds without it are not searched. */
  readonly find?: (rows: Rows, wanted: Wanted) => Promise<readonly Found[]>
}

export type DeclaredEntity = PlainEntity | PagedEntity
type With<Part extends keyof PagedEntity> = PagedEntity & Required<Pick<PagedEntity, Part>>
export type CarryingEntity = With<'there'>
export type SearchedEntity = With<'find'>

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

/** Reports whether the search over everything finds records of this kind. */
export const isSearched = (entity: DeclaredEntity): entity is SearchedEntity => 'find' in entity

/** Returns the kind of record of this name that carries notes and mails; refuses the input `entity` that names none. */
export function carryingEntity(entities: readonly DeclaredEntity[], name: string): CarryingEntity {
  const found = entities.find((entity) => entity.name === name)
  if (found && carries(found)) return found
  return refuse('invalid', 'input', { fields: { entity: 'invalid_value' }, first: 'entity' })
}
