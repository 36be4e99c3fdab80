/** What commands and queries work with: the person, the transaction, the time, history and jobs. */
import type { Day, Moment } from '#kernel/day.ts'
import type { Paper } from '#kernel/paper.ts'
import type { Role } from '#kernel/rights.ts'
import type { Rows } from '#server/db/database.ts'
import type { Outside } from '#server/integrations/ports.ts'

/** A record that a command touched. */
export type Touched = {
  /** The kind of record as topics and the history page name it: 'orders', 'customers', … */
  readonly entity: string
  readonly id: number
}

/** Old and new value of each field that changed. */
export type FieldChanges = Readonly<Record<string, readonly [unknown, unknown]>>

/** Something a command did to one record: what changed, in words that are read when what they name is gone. */
export type Change = Touched &
  (
    | { readonly changes: FieldChanges; readonly note?: string }
    /** Words of the person who did it: a reason, a comment. */
    | { readonly changes?: never; readonly note: string }
  )

/** Work to be done after the commit. */
export type JobKind = {
  readonly kind: string
  readonly payload: object
  /** Seconds to wait before the first try. */
  readonly delaySeconds?: number
  /** One of many that were asked for at once; single ones go first. */
  readonly bulk?: boolean
  /** A job of this kind and payload that waits already is done at once instead. */
  readonly bringForward?: boolean
}

/** Who acts: a signed-in person, a program's key, or the product itself. */
export type Actor = {
  readonly userId: number | null
  readonly name: string
  readonly role: Role | null
  /** The section of a workshop account. */
  readonly section: string | null
}

/** The product itself, when it acts on nobody's behalf: jobs, set-up, demo. */
export const SYSTEM: Actor = { userId: null, name: 'Kerino', role: 'admin', section: null }

/** What a command works with. It cannot reach the network: outside work is enqueued and comes back as a command. */
export type Work = {
  readonly tx: Rows
  readonly actor: Actor
  readonly now: Moment
  readonly today: Day
  /** Notes what was done to a record: its history, and the signal for open pages. No field and no word is no entry. */
  readonly record: (change: Change) => void
  /**
   * Tells open pages that something about a record moved which is written elsewhere: stock in the ledger, a balance by a
   * loan. Its history has no entry of it.
   */
  readonly moved: (record: Touched) => void
  /** Hands work to the job queue; it runs after the commit, at least once. */
  readonly enqueue: (job: JobKind) => Promise<void>
  /**
   * The PDF of what was read here. It is drawn while no transaction is open: the command is undone and acts again, and
   * when the paper is another one by then, that one is drawn.
   */
  readonly pdfOf: (paper: Paper) => Promise<Uint8Array>
}

/** What a query reads with. */
export type View = { readonly rows: Rows; readonly actor: Actor; readonly today: Day }

/** What a lookup reaches: the outside, what is stored here, and a transaction for what shall be kept of the answer. */
export type Reach = View & {
  readonly now: Moment
  readonly outside: Outside
  /** Runs work in a transaction of its own. */
  readonly keep: <T>(act: (work: Work) => Promise<T>) => Promise<T>
}
