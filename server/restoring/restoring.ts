/** What features do when a restore replaces the records of all of them. */
import type { Rows } from '#server/db/database.ts'
import type { JobKind } from '#server/work.ts'

/** The person who restores before there is an account. No backup contains passwords, so they choose a new one. */
export type FirstAdministrator = {
  readonly email: string
  readonly name: string
  readonly language: string | null
  readonly passwordHash: string
}

/** The transaction of a restore. */
export type Restored = {
  readonly tx: Rows
  readonly now: string
  /** When the backup was made. */
  readonly madeAt: string
  /** The account that asked for the restore; null if there was none. */
  readonly userId: number | null
  /** Who becomes an administrator because there was no account. */
  readonly administrator: FirstAdministrator | null
  /** Writes a job that runs after the commit. */
  readonly enqueue: (job: JobKind) => Promise<void>
}

/** Defined by `restoring`. */
export type Restoring = (restored: Restored) => Promise<(restored: Restored) => Promise<void>>

/**
 * Defines what a feature does in the transaction of a restore. `before` reads what must stay of the present records. `after` gets it
 * when the records of the backup are there; no trigger runs then, and foreign keys are checked later.
 */
export const restoring =
  <Kept>(
    before: (restored: Restored) => Promise<Kept>,
    after: (restored: Restored, kept: Kept) => Promise<void>,
  ): Restoring =>
  async (restored) => {
    const kept = await before(restored)
    return (later) => after(later, kept)
  }

/** The same for a feature of which nothing stays. */
export const afterRestore = (after: (restored: Restored) => Promise<void>): Restoring =>
  restoring(async () => {}, after)

/** Runs at the end of the transaction of every restore, also of one kind of records, when all triggers and foreign keys are there again. */
export type SilentRestore = (tx: Rows) => Promise<void>
