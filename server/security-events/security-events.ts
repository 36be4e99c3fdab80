/**
 * Writes security events: sign-ins and refused requests. A refused command is rolled back, so its event is written afterwards, outside
 * its transaction. It is done at best effort: an event is lost if the process is killed or the database fails.
 */
import { FURTHER, HISTORY_TOPIC, KEY_CALL, type SecurityEventKind } from '#kernel/history/security-events.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { ClosedForWriting, type Database, sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import type { Actor } from '#server/work.ts'

type SecurityEvent = {
  readonly kind: SecurityEventKind
  readonly userId: number | null
  /** The name of the person or program, or the e-mail that was tried. The empty text means the present name of the account. */
  readonly userName: string
  /** The name of the command, or a `SignInEvent`. */
  readonly what: string
  /** The code of the refusal, or the reason of the failure. */
  readonly code: string
  readonly details: Readonly<Record<string, string | number>>
  readonly address: string
}

/** Events are written together once in this time. */
const BATCH_MILLISECONDS = 1_000
/** The most rows of one minute for one person or program, and for all sign-ins. Further events are counted in one row. */
const MOST_A_MINUTE = { REFUSAL: 30, 'SIGN-IN': 200, 'FAILED-SIGN-IN': 200 } as const
const LONGEST_NAME = 200
const LONGEST_WORD = 60

type Counted = SecurityEvent & { minute: string; at: string; lastAt: string; times: number }

/** Names in details whose texts are words of the product itself, such as the name of a right. All other texts may be typed. */
const WORDS_OF_PRODUCT: readonly string[] = ['right', 'status']

/**
 * Returns the details that may be stored: numbers, and words of the product. The refusal of a wrong input may repeat the input under
 * any name, such as a status that does not exist, so only its numbers are stored.
 */
const harmless = ({ kind, details = {} }: Refusal): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'number' ||
        (kind !== 'invalid' &&
          typeof entry[1] === 'string' &&
          entry[1].length <= LONGEST_WORD &&
          WORDS_OF_PRODUCT.includes(entry[0])),
    ),
  )

/** Returns the event of a command, query or call of the data API that was refused. */
export const refusedRequest = (actor: Actor, command: string, refused: Refusal): SecurityEvent => ({
  kind: 'REFUSAL',
  userId: actor.userId,
  userName: actor.name,
  what: command,
  code: refused.code,
  details: harmless(refused),
  address: '',
})

/** Returns the event of a call with a key that was refused; `name` is null if the key is not known. */
export const refusedKey = (name: string | null, refused: Refusal, address: string): SecurityEvent => ({
  kind: 'REFUSAL',
  userId: null,
  userName: name ?? '',
  what: KEY_CALL,
  code: refused.code,
  details: harmless(refused),
  address,
})

type Listeners = {
  /** Is told the error of a batch that could not be written. */
  readonly failed?: (error: unknown) => void
  /** Is called after events were written, unless all of them are refused reads of the history itself. */
  readonly written?: () => void
}

export class SecurityEvents {
  readonly #db: Database
  readonly #listeners: Listeners
  /** The events that are not written yet, by all that makes them the same. */
  #waiting = new Map<string, Counted>()
  /** The events for which this process has begun a row in the minute, by person, program or kind. */
  readonly #begun = new Map<string, Set<string>>()
  #minute = ''
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, listeners: Listeners = {}) {
    this.#db = db
    this.#listeners = listeners
  }

  /** Notes an event. It is written within a second. */
  note(event: SecurityEvent, now = new Date()): void {
    const at = now.toISOString()
    const minute = `${at.slice(0, 16)}:00Z`
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#begun.clear()
    }
    const known = this.#waiting.get(keyOf(minute, event))
    const counted = known ?? this.#begin(minute, event, at)
    counted.times += 1
    counted.lastAt = at
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MILLISECONDS).unref()
  }

  /** Writes the events that were noted so far. Never throws. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const events = [...this.#waiting.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
    this.#waiting = new Map()
    if (events.length > 0) this.#writing = this.#writing.then(() => this.#write(events))
    return this.#writing
  }

  async #write(events: readonly Counted[]): Promise<void> {
    try {
      await writeEvents(this.#db, events)
      // an open history whose read is refused would read again, be refused again, and so on without end
      if (events.some(({ what }) => !what.startsWith(`${HISTORY_TOPIC}.`))) this.#listeners.written?.()
    } catch (error) {
      if (error instanceof ClosedForWriting) this.#writeAgain(events)
      else this.#listeners.failed?.(error)
    }
  }

  /** Keeps events that a restore would have removed until it has ended. */
  #writeAgain(events: readonly Counted[]): void {
    for (const event of events) {
      const key = keyOf(event.minute, event)
      const newer = this.#waiting.get(key)
      if (newer === undefined) this.#waiting.set(key, event)
      else Object.assign(newer, { at: event.at, times: newer.times + event.times })
    }
    this.#timer ??= setTimeout(() => void this.flush(), BATCH_MILLISECONDS).unref()
  }

  /** Returns a new row for an event, or the row for further events if the person has too many in this minute. */
  #begin(minute: string, event: SecurityEvent, at: string): Counted {
    const { kind, userId, userName } = event
    const owner = kind === 'REFUSAL' ? `${kind} ${userId ?? userName}` : kind
    const begun = this.#begun.get(owner) ?? new Set()
    this.#begun.set(owner, begun)
    const own = keyOf(minute, event)
    if (begun.size < MOST_A_MINUTE[kind]) begun.add(own)
    const shown: SecurityEvent = begun.has(own)
      ? { ...event, userName: userName.slice(0, LONGEST_NAME) }
      : { ...event, userName: kind === 'REFUSAL' ? userName : '', what: FURTHER, code: '', details: {}, address: '' }
    const key = keyOf(minute, shown)
    const counted = this.#waiting.get(key) ?? { ...shown, minute, at, lastAt: at, times: 0 }
    this.#waiting.set(key, counted)
    return counted
  }
}

const keyOf = (minute: string, { kind, userId, userName, what, code, address }: SecurityEvent): string =>
  JSON.stringify([minute, kind, userId, userName, what, code, address])

/** Writes the events in one statement. A failed sign-in belongs to the account with the e-mail, if there is one. */
async function writeEvents(db: Database, events: readonly Counted[]): Promise<void> {
  const insertion = sql`
    insert into security_events (kind, minute, at, last_at, times, user_id, user_name, what, code, details, address)
    select e.kind, e.minute, e.at, e."lastAt", e.times, coalesce(e."userId", u.id),
      case when e."userName" = '' then coalesce(u.username, '') else e."userName" end, e.what, e.code, e.details, e.address
    from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e(kind text, minute timestamptz, at timestamptz, "lastAt" timestamptz,
      times int, "userId" bigint, "userName" text, what text, code text, details jsonb, address text)
    left join users u on u.id = coalesce(e."userId", (select a.id from users a where e.kind <> 'REFUSAL' and a.email = e."userName"))
    on conflict (minute, kind, coalesce(user_id, 0), user_name, what, code, address) do update
      set times = security_events.times + excluded.times, last_at = greatest(security_events.last_at, excluded.last_at),
        details = excluded.details`
  await db.transaction('locking', (tx) => tx.run(insertion), { whenOpen: true })
}

/** Sign-ins, and refused requests. */
export const securityEventRetention: Retention = {
  name: 'security-events',
  days: 365,
  leastDays: 30,
  forget: forgetRows(sql`delete from security_events`, (before) => sql`from security_events where at < ${before}`, {
    order: 'at, id',
  }),
}
