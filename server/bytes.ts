/**
 * Commands and queries that carry files: `upload(contract, most, keep)` stores a file, `slowUpload(contract, most, look)`
 * one that takes work outside the transaction. `download(contract, read)` returns a file, `picture(contract, find)` a picture.
 */
import type { Readable } from 'node:stream'
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

export type SlowUpload = Extract<Upload, { look: unknown }>

/** A query that finds a picture whose content never changes, so that browsers may keep it. */
export type Picture<
  C extends QueryContract<z.ZodType, typeof zPictureAnswer> = QueryContract<z.ZodType, typeof zPictureAnswer>,
> = Query<C>

/** A query that returns a file. */
export type Download<
  C extends QueryContract<z.ZodType, typeof zFileAnswer> = QueryContract<z.ZodType, typeof zFileAnswer>,
> = Query<C> & {
  /** Returns what the answer names as `stored`, to be read while it is sent. It may wait for an outside service. */
  readonly open?: (reach: StoredReach, stored: string) => Promise<Readable>
}

type StoredReach = Pick<Reach, 'rows' | 'outside' | 'sealing'>

export const upload = <C extends CommandContract>(
  contract: C,
  most: number,
  keep: Extract<Upload<C>, { keep: unknown }>['keep'],
): Upload<C> => ({ contract, most, keep })

export const slowUpload = <C extends CommandContract>(
  contract: C,
  most: number,
  look: Extract<Upload<C>, { look: unknown }>['look'],
): Extract<Upload<C>, { look: unknown }> => ({ contract, most, look })

export const picture = <C extends QueryContract<z.ZodType, typeof zPictureAnswer>>(
  contract: C,
  find: Picture<C>['ask'],
): Picture<C> => query(contract, find)

/** Defines a download of which `open` reads the file from where it is stored. */
export const storedDownload = <C extends QueryContract<z.ZodType, typeof zFileAnswer>>(
  contract: C,
  ask: Download<C>['ask'],
  open: NonNullable<Download['open']>,
): Download<C> => ({ ...query(contract, ask), open })

export const download = <C extends QueryContract<z.ZodType, typeof zFileAnswer>>(
  contract: C,
  ask: Download<C>['ask'],
): Download<C> => query(contract, ask)
