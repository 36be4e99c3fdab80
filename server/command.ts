/**
 * `command(contract, act)` is the one way to change data; `query(contract, ask)` the one way for pages to read it;
 * `paper(contract, make)` reads what stands on a paper, which the frame draws as PDF;
 * `lookup(contract, look)` asks the outside while a person waits, in no transaction.
 */
import type { z } from 'zod'
import type { CommandContract, PaperContract, QueryContract } from '#kernel/contract.ts'
import { refuse } from '#kernel/refusal.ts'
import { may, type Right } from '#kernel/rights.ts'
import type { Rows } from '#server/db/database.ts'
import type { Actor, Reach, View, Work } from './work.ts'

export type { Actor, Reach, View, Work } from './work.ts'
export { SYSTEM } from './work.ts'

export type Command<C extends CommandContract = CommandContract> = {
  readonly contract: C
  act(work: Work, input: z.output<C['input']>): Promise<z.input<C['output']>>
  readonly sweep?: Sweep<C>
}

/** How a command goes over many records: it finds them before any transaction and changes them part by part. */
export type Sweep<C extends CommandContract = CommandContract> = {
  /** Reads the ids from one snapshot. With none nothing is written. */
  find(rows: Rows, input: z.output<C['input']>): Promise<readonly number[]>
  /** Changes one part of what was found, in a transaction that relies on the rows it locks. */
  act(work: Work, input: z.output<C['input']>, ids: readonly number[]): Promise<z.input<C['output']>>
  sum(answers: readonly z.input<C['output']>[]): z.input<C['output']>
}

export type Query<C extends QueryContract = QueryContract> = {
  readonly contract: C
  ask(view: View, input: z.output<C['input']>): Promise<z.input<C['output']>>
}

/** Asked like a query; what it makes is also had as PDF. */
export type Paper<C extends PaperContract = PaperContract> = Query<C>

/** Pressed like a command, by contract; what it wants kept it keeps by `reach.keep`. */
export type Lookup<C extends CommandContract = CommandContract> = {
  readonly contract: C
  look(reach: Reach, input: z.output<C['input']>): Promise<z.input<C['output']>>
}

export const command = <C extends CommandContract>(contract: C, act: Command<C>['act']): Command<C> => ({
  contract,
  act,
})

/** A command over many records, done part by part so that it holds each for a moment only; under an idempotency key it is one transaction like any other. */
export const sweepingCommand = <C extends CommandContract>(contract: C, sweep: Sweep<C>): Command<C> => ({
  contract,
  sweep,
  act: async (work, input) => sweep.act(work, input, await sweep.find(work.tx, input)),
})

export const query = <C extends QueryContract>(contract: C, ask: Query<C>['ask']): Query<C> => ({ contract, ask })

export const paper = <C extends PaperContract>(contract: C, make: Paper<C>['ask']): Paper<C> => query(contract, make)

export const lookup = <C extends CommandContract>(contract: C, look: Lookup<C>['look']): Lookup<C> => ({
  contract,
  look,
})

/** Stops a person who lacks a right, beyond the one their command or query already demanded. */
export function demand(actor: Actor, right: Right): void {
  if (!may(actor.role, right)) refuse('forbidden', 'forbidden', { right })
}
