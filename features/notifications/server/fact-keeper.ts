/**
 * Keeps the table of waiting facts equal to the records. After a change it asks the kinds that the change may concern, and writes
 * only what began or ended. Nothing else decides that a fact is over, so it ends by itself when anybody solves it.
 */
import { dayOf } from '#kernel/day.ts'
import { SYSTEM } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { observed } from '#server/db/observed.ts'
import type { Log } from '#server/log.ts'
import { type FactKind, NOTICES_TOPIC } from '#server/notices/notices.ts'
import { pushToDevices } from '#server/push/push-to-devices.ts'
import type { SilentRestore } from '#server/restoring/restoring.ts'
import type { Runner } from '#server/runner.ts'

/** Changes are collected for this time before the facts are compared. */
const GATHER_MILLISECONDS = 100
/** The shortest time from one comparison to the next, so that a long series of changes does not cost one each. */
const PAUSE_MILLISECONDS = 500
/** While records change without a pause, this part of the time at most goes into comparisons. The rest is left to the commands. */
const SHARE = 1 / 10
/** No comparison begins later than this after the one before, however long that took. */
const LONGEST_PAUSE_MILLISECONDS = 10_000
/** Facts may begin with the day or be missed by a process that ends, so all are compared this often. */
const ALL_MILLISECONDS = 600_000
/** A comparison is repeated when it wrote something, because another process may have written at the same moment. */
const MOST_ROUNDS = 5

type Difference = { readonly kind: string; readonly began: readonly number[]; readonly ended: readonly number[] }

/** Is told each statement that finds the facts of a kind. */
type Reading = (kind: FactKind, statement: string) => void

async function differencesOf(rows: Rows, kinds: readonly FactKind[], read: Reading): Promise<Difference[]> {
  const today = dayOf(new Date().toISOString())
  const differences: Difference[] = []
  for (const kind of kinds) {
    const { name } = kind
    const known = await rows.many<{ id: number }>(sql`select thing_id as id from waiting_facts where kind = ${name}`)
    const before = new Set(known.map(({ id }) => id))
    const reading = observed(rows, ({ text }) => read(kind, text))
    const now = new Set(await kind.find(reading, today))
    const began = [...now].filter((id) => !before.has(id))
    const ended = [...before].filter((id) => !now.has(id))
    if (began.length > 0 || ended.length > 0) differences.push({ kind: name, began, ended })
  }
  return differences
}

/** Writes what began and what ended. Reports whether facts began that no other process has written. */
async function writeDifference(tx: Rows, { kind, began, ended }: Difference): Promise<boolean> {
  const added = await tx.run(sql`
    insert into waiting_facts (kind, thing_id) select ${kind}, id from unnest(${[...began]}::bigint[]) as id
    on conflict do nothing`)
  await tx.run(sql`delete from waiting_facts where kind = ${kind} and thing_id = any(${[...ended]}::bigint[])`)
  return added > 0
}

/** Writes the facts of the restored records in the transaction of the restore, so that no later comparison sends them to devices. */
export const factsAfterRestore =
  (kinds: readonly FactKind[]): SilentRestore =>
  async (tx) => {
    for (const difference of await differencesOf(tx, kinds, () => {})) await writeDifference(tx, difference)
  }

/**
 * Compares the facts of these kinds with the records until nothing differs. The records are read in a snapshot, so that commands
 * at the same moment neither wait nor are repeated. Facts of the kinds in `quiet` are sent to no device.
 * `read` is told each statement that finds facts.
 */
export async function keepFacts(
  runner: Runner,
  kinds: readonly FactKind[],
  quiet: ReadonlySet<FactKind> = new Set(),
  read: Reading = () => {},
): Promise<void> {
  const silent = new Set([...quiet].map(({ name }) => name))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const differences = await runner.read(SYSTEM, (rows) => differencesOf(rows, kinds, read))
    if (differences.length === 0) return
    await runner.work(SYSTEM, 'notifications.facts', async (work) => {
      const { tx, moved } = work
      for (const difference of differences) {
        const began = await writeDifference(tx, difference)
        if (began && !silent.has(difference.kind)) await pushToDevices(work, difference.kind, null)
      }
      moved({ entity: NOTICES_TOPIC, id: 0 })
    })
  }
}

/** Returns the time from the end of a comparison, which took `took`, to the beginning of the next one, in milliseconds. */
export const pauseAfter = (took: number): number =>
  Math.min(LONGEST_PAUSE_MILLISECONDS, Math.max(PAUSE_MILLISECONDS, took / SHARE - took))

export class FactKeeper {
  readonly #runner: Runner
  readonly #kinds: readonly FactKind[]
  readonly #log: Log
  readonly #topicsOf: (statement: string) => readonly string[]
  /** What the facts of each kind were found in: a change of it may begin or end one. */
  readonly #about = new Map<FactKind, Set<string>>()
  readonly #due = new Set<FactKind>()
  /** The due kinds that an import may concern, so that the next comparison sends nothing to devices. */
  readonly #quiet = new Set<FactKind>()
  #timer: NodeJS.Timeout | null = null
  #fully: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  /** From this moment on the next comparison may begin. */
  #notBefore = 0

  /** `topicsOf` returns the kinds of records that a statement reads. */
  constructor(
    runner: Runner,
    kinds: readonly FactKind[],
    log: Log,
    topicsOf: (statement: string) => readonly string[],
  ) {
    this.#runner = runner
    this.#kinds = kinds
    this.#log = log
    this.#topicsOf = topicsOf
  }

  /** Compares everything now and from time to time. */
  start(): void {
    this.changedAnything()
    this.#fully = setInterval(() => this.changedAnything(), ALL_MILLISECONDS)
  }

  /**
   * Compares soon the kinds that a commit of this process may concern: those that were never compared, and those found in what it
   * changed. With `quiet` no device is told of what an import changed.
   */
  changed(topics: readonly string[], quiet = false): void {
    for (const kind of this.#kinds) {
      const about = this.#about.get(kind)
      if (about && !topics.some((topic) => about.has(topic))) continue
      if (quiet) this.#quiet.add(kind)
      this.#due.add(kind)
    }
    this.#soon()
  }

  /** Compares all kinds soon. */
  changedAnything(): void {
    for (const kind of this.#kinds) this.#due.add(kind)
    this.#soon()
  }

  async stop(): Promise<void> {
    if (this.#fully) clearInterval(this.#fully)
    this.#due.clear()
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }

  #soon(): void {
    if (this.#due.size === 0 || this.#timer || this.#running) return
    const wait = Math.max(GATHER_MILLISECONDS, this.#notBefore - Date.now())
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#running = this.#compare()
    }, wait)
  }

  #note(kind: FactKind, statement: string): void {
    const about = this.#about.get(kind) ?? new Set()
    for (const topic of this.#topicsOf(statement)) about.add(topic)
    this.#about.set(kind, about)
  }

  async #compare(): Promise<void> {
    const began = Date.now()
    const kinds = [...this.#due]
    const quiet = new Set(this.#quiet)
    this.#due.clear()
    this.#quiet.clear()
    try {
      await keepFacts(this.#runner, kinds, quiet, (kind, statement) => this.#note(kind, statement))
    } catch (error) {
      // the next change or the next full comparison tries again, and is as quiet
      for (const kind of quiet) this.#quiet.add(kind)
      this.#log.warn({ error }, 'the facts that wait for somebody could not be compared')
    }
    this.#notBefore = Date.now() + pauseAfter(Date.now() - began)
    this.#running = null
    this.#soon()
  }
}
