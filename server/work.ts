/** The types that commands and queries work with: the person, the transaction, the time, the history and jobs. */
import type { FieldChanges } from '#kernel/changes.ts'
import type { Day, Moment } from '#kernel/day.ts'
import type { Paper } from '#kernel/paper.ts'
import type { Holder } from '#kernel/rights.ts'
import type { Rows } from '#server/db/database.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { Sealing } from '#server/seal/sealing.ts'

/** A record that a command changed. */
export type Touched = {
  /** The kind of record, as in topics and on the history page: 'orders', 'customers', … */
  readonly entity: string
  readonly id: number
  /** True if the command has just written the record. Only said of records whose beginning is an event (webhooks). */
  readonly isNew?: true
}

/** A change of one record. The values are texts that can be read even after the records they name are deleted. */
export type Change = Touched &
  (
    | { readonly changes: FieldChanges; readonly note?: string | null }
    /** A text by the person who made the change: a reason or a comment. An empty one is none. */
    | { readonly changes?: never; readonly note: string }
  )

/** What a transaction did. */
export type Happened = {
  readonly touched: readonly (Change | Touched)[]
  readonly now: Moment
  /** True if the transaction called `announceNothing`. */
  readonly quiet: boolean
}

/**
 * Writes what follows from the records that a command touched, such as events for other programs. Called in the transaction of the
 * command.
 * Returns true if it has written jobs.
 */
export type Announce = (tx: Rows, happened: Happened) => Promise<boolean>

/** Work that runs after the commit. */
export type JobKind = {
  readonly kind: string
  readonly payload: object
  /** The receiver, if a process may leave its jobs to others (`leaves` of server/jobs/jobs.ts). */
  readonly receiver?: string
  /** Seconds to wait before the first attempt. */
  readonly delaySeconds?: number
  /** True for one of many jobs that were requested together; single jobs run first. */
  readonly bulk?: boolean
  /** True to run a waiting job with the same kind and payload at once, instead of writing another one. */
  readonly bringForward?: boolean
}

/** One of many jobs of a kind. */
export type JobFor = {
  readonly payload: object
  /** Whom the job is sent to. One process runs only a few jobs of one receiver at once (`atOnceEach` of server/jobs/jobs.ts). */
  readonly receiver: string
}

/** Who acts: a signed-in person, the key of a program, or the product itself. */
export type Actor = Holder & {
  readonly userId: number | null
  readonly name: string
  /** The section of a workshop account. */
  readonly section: string | null
  /** The session in which a person acts. Programs with a key and the product itself have none. */
  readonly sessionId?: number
  /** True if an administrator only sees what the role sees. Nothing may be changed. */
  readonly seeing?: true
  /** The key with which a program acts. People and the product itself have none. */
  readonly keyId?: number
}

/** The product itself, when it acts without a person: in jobs, set-up and demo. It holds every right, whatever administrators lost. */
export const SYSTEM: Actor = { userId: null, name: 'Kerino', role: 'admin', section: null }

/**
 * The context of a command. It cannot reach the network: work outside is enqueued, and its result arrives as another
 * command.
 */
export type Work = {
  readonly tx: Rows
  readonly actor: Actor
  readonly now: Moment
  readonly today: Day
  /**
   * Records a change of a record in its history, and notifies open pages. A change without fields and note leaves no
   * entry.
   */
  readonly record: (change: Change) => void
  /**
   * Notifies open pages of a changed value that is stored elsewhere, such as the stock in the ledger. It leaves no
   * entry in the history.
   */
  readonly moved: (record: Touched) => void
  /**
   * Lets this transaction announce nothing outside the pages of the product, neither to other programs nor to people: it imports what
   * happened in an earlier system, or takes an import back (C-94).
   */
  readonly announceNothing: () => void
  /** Writes a job to the queue. It runs after the commit, at least once. */
  readonly enqueue: (job: JobKind) => Promise<void>
  /** Writes many jobs in one statement. A job that already waits with the same payload is not written again, and keeps its time. */
  readonly enqueueMissing: (kind: string, jobs: readonly JobFor[]) => Promise<void>
  /**
   * Returns the PDF of a paper. It is drawn while no transaction is open: the command is rolled back and runs again.
   * If the paper differs by then, it is drawn again.
   */
  readonly pdfOf: (paper: Paper) => Promise<Uint8Array>
  /** Returns a PDF for each of the papers. They are drawn together, so that the command runs only once more. */
  readonly pdfsOf: (papers: readonly Paper[]) => Promise<readonly Uint8Array[]>
}

/** The context of a query. */
export type View = { readonly rows: Rows; readonly actor: Actor; readonly today: Day }

/**
 * The context of a query whose answer is the same for all people with one role and the same rights, or of one section. It does not name the
 * person, so that the answer can be kept for others.
 */
export type RoleView = Omit<View, 'actor'> & { readonly actor: Pick<Actor, 'role' | 'rightChanges' | 'section'> }

/** The context of a lookup: outside services, the stored data, and a transaction to store parts of the answer. */
export type Reach = View & {
  readonly now: Moment
  readonly outside: Outside
  /** Encrypts the secrets that the database contains. */
  readonly sealing: Sealing
  /** Runs work in a separate transaction. */
  readonly keep: <T>(act: (work: Work) => Promise<T>) => Promise<T>
}
