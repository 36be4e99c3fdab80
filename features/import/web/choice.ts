/** The types that the parts of the page share. */
import type { OutputOf } from '#kernel/contract.ts'
import type { importFile } from '../domain/contract.ts'
import type { Word } from '../domain/choice-words.ts'
import { unclearColumns, type Signs } from '../domain/number-signs.ts'

export type LoadedFile = OutputOf<typeof importFile>

/** How the person wants a file to be read. */
export type Choice = {
  readonly columns: readonly (string | null)[]
  /** The field by which records that exist are found; empty for none. */
  readonly key: string
  /** The decimal sign of each column that the person chose. */
  readonly signs: Signs
  /** Numbers with a wrong check digit are imported as they are written. */
  readonly asWritten: boolean
  /** What the person said that texts of some fields are. */
  readonly words: readonly Word[]
}

/** Returns the columns whose numbers have two readings, as the file and the person say it. */
export const unclearIn = ({ file: { target, form }, signs }: LoadedFile, choice: Choice) =>
  unclearColumns({ target, form, columns: choice.columns, cells: signs }, choice.signs)

/** Returns the choice as the server gets it. */
export const inputOf = (id: number, { columns, key, signs, asWritten, words }: Choice) => ({
  id,
  columns: [...columns],
  key,
  signs: [...signs],
  asWritten,
  words: [...words],
})
