/**
 * Runs commands and queries: checks the right and the input, opens the transaction, writes the history and returns
 * the answer. A command is retried after a clash, and runs once for each idempotency key.
 */
import type { z } from 'zod'
import type { CommandContract, QueryContract } from '#kernel/contract.ts'
import { dayOf, type Moment } from '#kernel/day.ts'
import { type Refusal, Refused, refuse } from '#kernel/refusal.ts'
import { type Command, demand, type Lookup, type Query, type Sweep } from '#server/command.ts'
import { Clash, type Database, Duplicate, type Rows } from '#server/db/database.ts'
import { topicsOf, writeHistory } from '#server/history.ts'
import { observed } from '#server/db/observed.ts'
import type { Outside } from '#server/integrations/ports.ts'
import { writeJob, writeMissingJobs } from '#server/jobs/jobs.ts'
import { CommandQueue } from '#server/runner/command-queue.ts'
import { draw, type Drawings, drawn, Undrawn } from '#server/runner/drawings.ts'
import { answerOnce, fingerprintOf } from '#server/runner/idempotency.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { Snapshots } from '#server/runner/snapshot.ts'
import { turnName, Turns } from '#server/runner/turns.ts'
import { NO_SEALING, type Sealing } from '#server/seal/sealing.ts'
import { type Actor, type Announce, type Change, SYSTEM, type Touched, type Work } from '#server/work.ts'

/** The share of the connections that commands may use at once; the others stay free for queries. */
const SHARE_OF_COMMANDS = 0.75
/** With a single connection commands wait for it anyway. */
const LEAST_AT_ONCE = 3
/** The most queries of one person that run at once, a third of the connections, and the most that may wait. */
const MOST_READINGS = { mostEach: 4, mostWaiting: 200 } as const
/** After clashes for this long a command is refused. */
const PATIENCE_MILLISECONDS = 20_000
/** The number of records that a sweeping command changes in one transaction, so that it locks them only briefly. */
const SWEEP_PART = 200
/** A command is refused if it still needs different papers after it was stopped this often to draw some. */
const MOST_STOPS = 10

export type RunOptions = {
  /** The same key with the same input returns the first answer and changes nothing. */
  readonly idempotencyKey?: string | undefined
  /** The meaning of the key, if it includes more than the input of one command. */
  readonly fingerprint?: string
  /** Serializable by default; 'locking' for work that relies on the rows it locks. */
  readonly mode?: 'locking'
  /** True for what a restore itself stores while the database is closed for everything else. */
  readonly whileClosed?: true
}

export type RunnerParts = {
  readonly db: Database
  readonly clock: () => Date
  /** Called after each commit that wrote new jobs. */
  readonly wroteJobs?: () => void
  /** Writes events for other programs. Without it there are none. */
  readonly announce?: Announce
  /** Encrypts the secrets that the database contains. Without it none can be stored. */
  readonly sealing?: Sealing
  /** Called for each request of a person or program that was refused, after the rollback of a command. */
  readonly refused?: (actor: Actor, name: string, refusal: Refusal) => void
}

export class Runner {
  readonly #parts: RunnerParts
  readonly #queue: CommandQueue
  readonly #readings = new Turns(MOST_READINGS)
  readonly #snapshots: Snapshots

  constructor(parts: RunnerParts) {
    this.#parts = parts
    this.#snapshots = new Snapshots(parts.db)
    this.#queue = new CommandQueue(Math.max(LEAST_AT_ONCE, Math.floor(parts.db.connections * SHARE_OF_COMMANDS)))
  }

  get db(): Database {
    return this.#parts.db
  }

  get clock(): () => Date {
    return this.#parts.clock
  }

  get sealing(): Sealing {
    return this.#parts.sealing ?? NO_SEALING
  }

  /** Runs a command for an actor: checks the right and the input, then acts in one transaction. */
  run<C extends CommandContract>(
    command: Command<C>,
    input: unknown,
    actor: Actor,
    options: RunOptions = {},
  ): Promise<z.output<C['output']>> {
    return this.#noted(actor, command.contract.name, () => this.#run(command, input, actor, options))
  }

  async #run<C extends CommandContract>(
    command: Command<C>,
    input: unknown,
    actor: Actor,
    options: RunOptions,
  ): Promise<z.output<C['output']>> {
    const { contract } = command
    demand(actor, contract.right)
    const parsed = parseInput(contract.input, input) as z.output<C['input']>
    if (command.sweep && options.idempotencyKey === undefined)
      return (await this.#sweep(command.sweep, contract.name, parsed, actor)) as z.output<C['output']>
    const fingerprint = options.fingerprint ?? fingerprintOf(contract.name, parsed)
    return (await this.#work(actor, contract.name, (work) => command.act(work, parsed), {
      mode: command.mode,
      ...options,
      fingerprint,
    })) as z.output<C['output']>
  }

  /** Finds the records of a sweeping command and changes them in several transactions. */
  async #sweep<C extends CommandContract>(
    sweep: Sweep<C>,
    name: string,
    input: z.output<C['input']>,
    actor: Actor,
  ): Promise<z.input<C['output']>> {
    const ids = await this.#parts.db.transaction('read', (rows) => sweep.find(rows, input))
    const answers: z.input<C['output']>[] = []
    for (let from = 0; from < ids.length; from += SWEEP_PART) {
      const part = ids.slice(from, from + SWEEP_PART)
      answers.push(await this.#work(actor, name, (work) => sweep.act(work, input, part), { mode: 'locking' }))
    }
    return sweep.sum(answers)
  }

  /** Returns the answer of a query for an actor. Calls `seen` with each statement before it runs. */
  ask<C extends QueryContract>(
    query: Query<C>,
    input: unknown,
    actor: Actor,
    seen?: (text: string) => void,
  ): Promise<z.input<C['output']>> {
    return this.inTurn(actor, () => this.askInTurn(query, input, actor, seen))
  }

  /** The same within `inTurn`. */
  async askInTurn<C extends QueryContract>(
    query: Query<C>,
    input: unknown,
    actor: Actor,
    seen?: (text: string) => void,
  ): Promise<z.input<C['output']>> {
    const { contract } = query
    demand(actor, contract.right)
    const parsed = parseInput(contract.input, input) as z.output<C['input']>
    const today = dayOf(this.#parts.clock().toISOString())
    return this.#snapshots.read(contract.name, (rows) =>
      query.ask({ rows: seen ? observed(rows, ({ text }) => seen(text)) : rows, actor, today }, parsed),
    )
  }

  /** Reads for an actor; all statements read one snapshot. */
  read<T>(actor: Actor, act: (rows: Rows) => Promise<T>): Promise<T> {
    return this.inTurn(actor, () => this.#parts.db.transaction('read', act))
  }

  /** Limits the queries that one person runs at once, so that slow ones leave connections for other people. */
  inTurn<T>(actor: Actor, reading: () => Promise<T>): Promise<T> {
    return actor === SYSTEM ? reading() : this.#readings.run(turnName(actor), reading)
  }

  /**
   * Calls an outside service for an actor, outside any transaction. `keep` stores parts of the answer in a separate
   * transaction.
   */
  look<C extends CommandContract>(
    lookup: Lookup<C>,
    input: unknown,
    actor: Actor,
    outside: Outside,
  ): Promise<z.input<C['output']>> {
    const { contract } = lookup
    return this.#noted(actor, contract.name, async () => {
      demand(actor, contract.right)
      const parsed = parseInput(contract.input, input) as z.output<C['input']>
      const now = this.#parts.clock().toISOString() as Moment
      const keep = <T>(act: (work: Work) => Promise<T>) => this.#work(actor, contract.name, act)
      return lookup.look(
        { rows: this.#parts.db, actor, now, today: dayOf(now), outside, sealing: this.sealing, keep },
        parsed,
      )
    })
  }

  /** Runs any work in one transaction. The history records it under `name`. Several commands may share it. */
  work<T>(actor: Actor, name: string, act: (work: Work) => Promise<T>, options: RunOptions = {}): Promise<T> {
    return this.#noted(actor, name, () => this.#work(actor, name, act, options))
  }

  /** Tells of a refusal of a command. Refuses everything while an administrator sees the product as a role. */
  #noted<T>(actor: Actor, name: string, act: () => Promise<T>): Promise<T> {
    return this.telling(actor, name, async () => {
      if (actor.seeing) refuse('forbidden', 'users.seeing')
      return act()
    })
  }

  /** Does what a request asks for that is no command, such as a query, and tells of its refusal. */
  async telling<T>(actor: Actor, name: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof Refused) this.tell(actor, name, error.refusal)
      throw error
    }
  }

  /**
   * Tells of a refusal. Does not tell of what the product itself does, nor of what failed because the server is busy. Does not tell
   * of it while an administrator sees the product as a role either, because the actor is then the person who is seen.
   */
  tell(actor: Actor, name: string, refusal: Refusal): void {
    if (refusal.kind !== 'unavailable' && actor !== SYSTEM && !actor.seeing) this.#parts.refused?.(actor, name, refusal)
  }

  async #work<T>(actor: Actor, name: string, act: (work: Work) => Promise<T>, options: RunOptions = {}): Promise<T> {
    const drawings: Drawings = new Map()
    let stops = 0
    let started = performance.now()
    // a second attempt sees the row that another transaction wrote at the same moment, so the rules can refuse
    let mayBeDuplicate = true
    for (let clashes = 0; ; ) {
      const attempt = () => this.#attempt(actor, name, act, options, drawings)
      try {
        return await this.#queue.run(name, clashes > 0, attempt)
      } catch (error) {
        if (error instanceof Undrawn) {
          if (stops === MOST_STOPS) refuse('unavailable', 'busy')
          stops += 1
          const began = performance.now()
          await draw(drawings, error.papers)
          // the time of drawing does not count
          started += performance.now() - began
          continue
        }
        if (!(error instanceof Clash || (error instanceof Duplicate && mayBeDuplicate))) throw error
        if (error instanceof Duplicate) mayBeDuplicate = false
        clashes += 1
        if (performance.now() - started > PATIENCE_MILLISECONDS) refuse('unavailable', 'busy')
        // random wait, because other processes may clash too
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(5 * clashes, 100)))
      }
    }
  }

  /** Sets how many processes work on this database. Each gets its share of the commands that may run at once. */
  shareWith(processes: number): void {
    this.#queue.shareWith(processes)
  }

  async #attempt<T>(
    actor: Actor,
    name: string,
    act: (work: Work) => Promise<T>,
    options: RunOptions,
    drawings: Drawings,
  ): Promise<T> {
    const now = this.#parts.clock().toISOString() as Moment
    const changes: Change[] = []
    const moved: Touched[] = []
    let jobs = false
    let quiet = false
    const answer = await this.#parts.db.transaction(
      options.mode ?? 'serializable',
      async (tx) => {
        const work: Work = {
          tx,
          actor,
          now,
          today: dayOf(now),
          record: (change) => void changes.push(change),
          moved: (record) => void moved.push(record),
          announceNothing: () => {
            quiet = true
          },
          enqueue: async (job) => {
            jobs = true
            await writeJob(tx, job)
          },
          enqueueMissing: async (kind, missing) => {
            if (missing.length > 0) jobs = true
            await writeMissingJobs(tx, kind, missing)
          },
          pdfOf: async (paper) => (await drawn(drawings, [paper]))[0] as Uint8Array,
          pdfsOf: (papers) => drawn(drawings, papers),
        }
        const history = async () => {
          await writeHistory(tx, actor, name, changes)
          if (await this.#parts.announce?.(tx, { touched: [...changes, ...moved], now, quiet })) jobs = true
        }
        if (options.idempotencyKey === undefined) {
          const result = await act(work)
          await history()
          return result
        }
        const { idempotencyKey: key, fingerprint = name } = options
        return answerOnce(tx, { actor, key, fingerprint }, () => act(work), history)
      },
      { whenOpen: options.whileClosed !== true, told: () => ({ records: topicsOf([...changes, ...moved]), quiet }) },
    )
    if (jobs) this.#parts.wroteJobs?.()
    return answer
  }
}
