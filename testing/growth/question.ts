/** What the questions about growing data consist of. */
import type { Role } from '#kernel/rights.ts'

/** A query of the app API with its input, or a table of the data API with its parameters. */
export type Question = {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** The report groups questions by kind. */
  readonly kind: string
  /** Who asks, if the answer depends on it. The product itself if left out. */
  readonly role?: Role
}

/** Returns each sort in both directions. */
export const both = (sorts: readonly string[]): object[] =>
  sorts.flatMap((sort) => [false, true].map((descending) => ({ sort, descending })))

/** Returns a question for each input. */
export const of = (kind: string, name: string, inputs: readonly object[]): Question[] =>
  inputs.map((input) => ({ kind, name, input: input as Question['input'] }))
