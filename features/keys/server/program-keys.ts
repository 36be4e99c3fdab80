/** Finds the key that a program sent, and counts its requests. */
import { tokenHash } from '#accounts/server/token-hash.ts'
import { type ChangedRights, changedRights, rightChangesOf } from '#accounts/server/user-row.ts'
import { refuse } from '#kernel/refusal.ts'
import type { RightChanges, Role } from '#kernel/rights.ts'
import { type Database, sql } from '#server/db/database.ts'

export type ProgramKey = {
  readonly id: number
  readonly name: string
  readonly role: Role | null
  /** What an administrator changed in the rights of the role. */
  readonly rightChanges: RightChanges
  readonly perMinute: number
  /** When the key ends; null if it does not. */
  readonly endsAt: string | null
}

/**
 * A process takes this part of a minute's requests at once from the count in the database. So the count of a key costs about
 * this many writes a minute, in all processes together. Each process may hold up to one part that it does not use.
 */
const PARTS_OF_A_MINUTE = 20

/** The requests that this process may still answer for a key, until the minute ends. */
type Taken = { left: number; readonly endsAt: number }

export class ProgramKeys {
  readonly #db: Database
  readonly #taken = new Map<number, Taken>()
  /** The reads of the count that are under way, one for each key. */
  readonly #taking = new Map<number, Promise<Taken>>()

  constructor(db: Database) {
    this.#db = db
  }

  /** Returns a key that can be used now. It is read for each request, so that a revoked one is refused by all processes at once. */
  async find(key: string): Promise<ProgramKey> {
    const found = await this.#db.maybe<Omit<ProgramKey, 'rightChanges'> & { changed: ChangedRights }>(sql`
      select id, name, role, ${changedRights} as changed, per_minute as "perMinute", ends_at as "endsAt" from usable_keys
      where key_hash = ${tokenHash(key)}`)
    if (!found) return refuse('unauthenticated', 'key-unknown')
    const { changed, ...program } = found
    return { ...program, rightChanges: rightChangesOf(changed, program.role) }
  }

  /** Counts a request of a key. Refuses it if the key has made all its requests of this minute, in all processes together. */
  async count(key: ProgramKey): Promise<void> {
    for (;;) {
      const known = this.#taken.get(key.id)
      if (known && known.endsAt > performance.now()) {
        if (known.left > 0) {
          known.left -= 1
          return
        }
        if (known.left < 0) {
          const wait = Math.ceil((known.endsAt - performance.now()) / 1_000)
          refuse('tooMany', 'key-limit', { perMinute: key.perMinute, retryAfterSeconds: wait })
        }
      }
      await this.#takeOnce(key)
    }
  }

  /** Takes more requests from the database, once for all requests that wait for it. */
  #takeOnce(key: ProgramKey): Promise<Taken> {
    const running = this.#taking.get(key.id)
    if (running) return running
    const taking = this.#take(key).finally(() => this.#taking.delete(key.id))
    this.#taking.set(key.id, taking)
    return taking
  }

  async #take({ id, perMinute }: ProgramKey): Promise<Taken> {
    const part = Math.max(1, Math.floor(perMinute / PARTS_OF_A_MINUTE))
    const row = await this.#db.maybe<{ granted: number; millisecondsLeft: number }>(sql`
      insert into api_key_use as u (key_id, minute, taken, granted, last_used_at)
      values (${id}, date_trunc('minute', now()), ${part}, ${part}, now())
      on conflict (key_id) do update set
        minute = greatest(u.minute, excluded.minute),
        taken = case when u.minute < excluded.minute then ${part}::int else least(u.taken + ${part}::int, ${perMinute}::int) end,
        granted = case when u.minute < excluded.minute then ${part}::int else least(${part}::int, ${perMinute}::int - u.taken) end,
        -- written once a minute
        last_used_at = case when u.minute < excluded.minute then now() else u.last_used_at end
      where u.minute < excluded.minute or u.taken < ${perMinute}::int
      returning granted, ceil(least(60, extract(epoch from minute + interval '1 minute' - now())) * 1000)::int as "millisecondsLeft"`)
    // without a row nothing is left of this minute; the database knows when it ends
    const left = row?.granted ?? -1
    const milliseconds = row?.millisecondsLeft ?? (await this.#untilTheNextMinute())
    if (this.#taken.size > 1_000) this.#taken.clear()
    const taken = { left, endsAt: performance.now() + Math.max(milliseconds, 1) }
    this.#taken.set(id, taken)
    return taken
  }

  async #untilTheNextMinute(): Promise<number> {
    const { milliseconds } = await this.#db.one<{ milliseconds: number }>(sql`
      select ceil(extract(epoch from date_trunc('minute', now()) + interval '1 minute' - now()) * 1000)::int as milliseconds`)
    return milliseconds
  }
}
