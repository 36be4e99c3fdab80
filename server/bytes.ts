/**
 * Commands and queries that carry files: `upload(contract, most, keep)` stores a file, `slowUpload(contract, most, look)`
 * one that takes work outside the transaction. `download(contract, read)` returns a file, `picture(contract, find)` a picture.
 */
import type { z } from 'zod'
import type { CommandContract, QueryContract, zFileAnswer, zPictureAnswer } from '#kernel/contract.ts'
import { type Query, query, type Reach } from '#server/command.ts'
import type { Work } from '#server/work.ts'

/** A command whose input is in the address and whose body is a file. */
export type Upload<C extends CommandContract = CommandContract> = {
  readonly contract: C
  /** The most bytes that it accepts. */
  readonly most: number
} & (
  | { keep(work: Work, input: z.output<C['input']>, content: Buffer): Promise<z.input<C['output']>> }
  | {
      /** Runs outside any transaction, like a lookup; it stores the file with `reach.keep`. */
      look(reach: Reach, input: z.output<C['input']>, content: Buffer): Promise<z.input<C['output']>>
    }
)

/** A query that finds a picture whose content never changes, so that browsers may keep it. */
export type Picture<
  C extends QueryContract<z.ZodType, typeof zPictureAnswer> = QueryContract<z.ZodType, typeof zPictureAnswer>,
> = Query<C>

/** A query that returns a file. */
export type Download<
  C extends QueryContract<z.ZodType, typeof zFileAnswer> = QueryContract<z.ZodType, typeof zFileAnswer>,
> = Query<C>

export const upload = <C extends CommandContract>(
  contract: C,
  most: number,
  keep: Extract<Upload<C>, { keep: unknown }>['keep'],
): Upload<C> => ({ contract, most, keep })

export const slowUpload = <C extends CommandContract>(
  contract: C,
  most: number,
  look: Extract<Upload<C>, { look: unknown }>['look'],
): Upload<C> => ({ contract, most, look })

export const picture = <C extends QueryContract<z.ZodType, typeof zPictureAnswer>>(
  contract: C,
  find: Picture<C>['ask'],
): Picture<C> => query(contract, find)

export const download = <C extends QueryContract<z.ZodType, typeof zFileAnswer>>(
  contract: C,
  ask: Download<C>['ask'],
): Download<C> => query(contract, ask)
