/** Who can be named in a note, and the message that they get. */
import type { Right } from '#kernel/rights.ts'
import { demand, query } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { carryingEntity, type DeclaredEntity } from '#server/entities.ts'
import type { MessageKind } from '#server/notices/notices.ts'
import { colleaguesForNote } from '../domain/contract.ts'
import { notesRights } from '../domain/rights.ts'

/** Returns the people who hold all these rights. The feature users, which is above notes, provides it. */
export type ColleaguesWith = (
  rows: Rows,
  rights: readonly Right[],
) => Promise<readonly { readonly id: number; readonly name: string }[]>

/** Returns the people who may read the notes of a kind of record. */
export type ColleaguesOf = (rows: Rows, entity: string) => ReturnType<ColleaguesWith>

export const MENTION = 'notes.mention'
export const mentions: MessageKind = { name: MENTION, right: notesRights.use, tab: 'notes' }

export const colleaguesOf =
  (entities: readonly DeclaredEntity[], colleaguesWith: ColleaguesWith): ColleaguesOf =>
  (rows, entity) =>
    colleaguesWith(rows, [notesRights.use, carryingEntity(entities, entity).read])

export const colleaguesQuery = (entities: readonly DeclaredEntity[], colleagues: ColleaguesOf) =>
  query(colleaguesForNote, async ({ rows, actor }, { entity }) => {
    // who may read records of a kind is told only to those who may read them themselves
    demand(actor, carryingEntity(entities, entity).read)
    return { colleagues: (await colleagues(rows, entity)).filter(({ id }) => id !== actor.userId) }
  })
