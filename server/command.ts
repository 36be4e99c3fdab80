/**
 * `command(contract, act)` is the only way to change data, `query(contract, ask)` the only way for pages to read it.
 * `paper(contract, make)` returns the content of a paper, which the frame draws as PDF. `lookup(contract, look)`
 * calls an outside service while a person waits, outside any transaction.
 */
import type { z } from 'zod'
import type { CardsContract, CommandContract, PaperContract, PapersContract, QueryContract } from '#kernel/contract.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { forbidden, may, type Right } from '#kernel/rights.ts'
import type { Rows } from '#server/db/database.ts'
import type { Actor, Reach, RoleView, View, Work } from './work.ts'

export type { Actor, Reach, RoleView, View, Work } from './work.ts'
export { SYSTEM } from './work.ts'

export type Command<C extends CommandContract = CommandContract> = {
  readonly contract: C
  act(work: Work, input: z.output<C['input']>): Promise<z.input<C['output']>>
  readonly sweep?: Sweep<C>
  /** Set by `lockingCommand` and `sweepingCommand`; all other commands are serializable. */
  readonly mode?: 'locking'
}

/** A command over many records. It finds them before any transaction and changes them in several transactions. */
export type Sweep<C extends CommandContract = CommandContract> = {
  /** Returns the ids of the records, read from one snapshot. If there are none, nothing is written. */
  find(rows: Rows, input: z.output<C['input']>): Promise<readonly number[]>
  /** Changes some of the found records in one transaction. Nothing else may change the rows that it locks. */
  act(work: Work, input: z.output<C['input']>, ids: readonly number[]): Promise<z.input<C['output']>>
  sum(answers: readonly z.input<C['output']>[]): z.input<C['output']>
}

export type Query<C extends QueryContract = QueryContract> = {
  readonly contract: C
  ask(view: View, input: z.output<C['input']>): Promise<z.input<C['output']>>
  /** Set by `keptQuery`. */
  readonly kept?: true
}

type AnyPaperContract = PaperContract | PapersContract | CardsContract

/** Returns the content of a paper, of several papers or of cards, which the frame also offers as one PDF. */
export type Paper<C extends AnyPaperContract = AnyPaperContract> = Query<C>

/** Runs on a click, outside any transaction; call `reach.keep` to store part of the answer. */
export type Lookup<C extends CommandContract = CommandContract> = {
  readonly contract: C
  look(reach: Reach, input: z.output<C['input']>): Promise<z.input<C['output']>>
  /** Set by `provedLookup`. */
  readonly proved?: true
}

export const command = <C extends CommandContract>(contract: C, act: Command<C>['act']): Command<C> => ({
  contract,
  act,
})

/**
 * Defines a command whose rules depend only on rows that it has locked. It waits for a transaction that has locked one of
 * them, and then reads what that transaction wrote. A serializable command would clash and be retried. Other rows may
 * change while it runs.
 */
export const lockingCommand = <C extends CommandContract>(contract: C, act: Command<C>['act']): Command<C> => ({
  contract,
  act,
  mode: 'locking',
})

/**
 * Defines a command over many records. It changes them in several short transactions, so that it locks each row only
 * briefly. With an idempotency key, which pages always send, it runs in one transaction. That one is not serializable either, because the
 * records are found by reading whole tables, and it would clash with every command that writes them.
 */
export const sweepingCommand = <C extends CommandContract>(contract: C, sweep: Sweep<C>): Command<C> => ({
  contract,
  sweep,
  mode: 'locking',
  act: async (work, input) => sweep.act(work, input, await sweep.find(work.tx, input)),
})

export const query = <C extends QueryContract>(contract: C, ask: Query<C>['ask']): Query<C> => ({ contract, ask })

/**
 * Defines a query whose answers are kept in memory until a table changes that they were read from (decision 0017). Use it for
 * lists, counts and pickers that many people read.
 */
export const keptQuery = <C extends QueryContract>(
  contract: C,
  ask: (view: RoleView, input: z.output<C['input']>) => Promise<z.input<C['output']>>,
): Query<C> => ({ contract, ask, kept: true })

export const paper = <C extends AnyPaperContract>(contract: C, make: Paper<C>['ask']): Paper<C> => query(contract, make)

export const lookup = <C extends CommandContract>(contract: C, look: Lookup<C>['look']): Lookup<C> => ({
  contract,
  look,
})

/**
 * Defines a lookup that is too dangerous for a person who finds a device left open. The person enters the password again, in the field
 * `password` of the input. Wrong ones count like those of a sign-in.
 */
export const provedLookup = <C extends ProvedContract>(contract: C, look: Lookup<C>['look']): Lookup<C> => ({
  contract,
  look,
  proved: true,
})
type ProvedContract = CommandContract & { readonly input: z.ZodType<{ password: string }> }

/** Returns the account of the person who acts. Refuses the key of a program, which has no account. */
export const demandPerson = ({ userId }: Pick<Actor, 'userId'>): number => userId ?? refuse('forbidden', 'people-only')

/** Refuses with `forbidden` if the person lacks the right. */
export function demand(actor: Actor, right: Right): void {
  if (!may(actor, right)) stopOn(forbidden(right))
}
