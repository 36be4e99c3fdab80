/** The lists of which people save views. A feature declares each of its lists in its manifest. */
import type { QueryContract } from '#kernel/contract.ts'

/** Returns the lists of all features. A function, because some features that declare lists need the kinds of records of all others. */
export type DeclaredLists = () => readonly DeclaredList[]

export type DeclaredList = {
  /** The name of its DataTable. Saved views are stored under it. */
  readonly name: string
  /** The query of its rows, made with listInput and listOutput. Its right decides who sees the views of the list. */
  readonly list: QueryContract
  /** Columns that the page computes. The fields of a row and the sorts are columns anyway. */
  readonly columns?: readonly string[]
  /** The filters that are named differently from their columns, by the column. */
  readonly filterNames?: Readonly<Record<string, string>>
  /** What the page chooses beside its table, such as status buttons: the values, by the name in the address. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
}
