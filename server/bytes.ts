/**
 * Commands and queries that carry files: `upload(contract, most, keep)` stores a file, `download(contract, read)`
 * returns one.
 */
import type { z } from 'zod'
import type { CommandContract, QueryContract, zFileAnswer } from '#kernel/contract.ts'
import { type Query, query } from '#server/command.ts'
import type { Work } from '#server/work.ts'

/** A command whose input is in the address and whose body is a file. */
export type Upload<C extends CommandContract = CommandContract> = {
  readonly contract: C
  /** The most bytes that it accepts. */
  readonly most: number
  readonly keep: (work: Work, input: z.output<C['input']>, content: Buffer) => Promise<z.input<C['output']>>
}

/** A query that returns a file. */
export type Download<
  C extends QueryContract<z.ZodType, typeof zFileAnswer> = QueryContract<z.ZodType, typeof zFileAnswer>,
> = Query<C>

export const upload = <C extends CommandContract>(contract: C, most: number, keep: Upload<C>['keep']): Upload<C> => ({
  contract,
  most,
  keep,
})

export const download = <C extends QueryContract<z.ZodType, typeof zFileAnswer>>(
  contract: C,
  ask: Download<C>['ask'],
): Download<C> => query(contract, ask)
