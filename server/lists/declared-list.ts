/** The lists of which people save views. A feature declares each of its lists in its manifest. */
import type { QueryContract } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import type { View } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import type { Thing } from '#server/notices/notices.ts'

/** Returns the lists of all features. A function, because some features that declare lists need the kinds of records of all others. */
export type DeclaredLists = () => readonly DeclaredList[]

/** A row of a list, as a mail names it. */
export type ListedThing = Thing & { readonly day: Day | null; readonly cents: number | null }

/** What a list needs so that people can get a mail when something enters one of its views. */
export type ListAlert = {
  /** The kind of record that its rows are. */
  readonly entity: string
  /** Returns the filters that the choices of the page add to those of the table. */
  fixed(choices: Readonly<Record<string, string>>): object
  /** Returns the ids of the rows that answer a question of the list, at most `most`, by one statement. */
  ids(view: View, question: unknown, most: number): Promise<readonly number[]>
  /** Returns some of the rows, in the order of the ids. */
  things(rows: Rows, ids: readonly number[]): Promise<readonly ListedThing[]>
}

export type DeclaredList = {
  /** The name of its DataTable. Saved views are stored under it. */
  readonly name: string
  /** The query of its rows, made with listInput and listOutput. Its right decides who sees the views of the list. */
  readonly list: QueryContract
  /** The page of the list, for links to its views. Lists that share a page with another one have none. */
  readonly page?: string
  /** Columns that the page computes. The fields of a row and the sorts are columns anyway. */
  readonly columns?: readonly string[]
  /** The filters that are named differently from their columns, by the column. */
  readonly filterNames?: Readonly<Record<string, string>>
  /** What the page chooses beside its table, such as status buttons: the values, by the name in the address. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Lists without it have no mails about what enters a view. */
  readonly alert?: ListAlert
}
