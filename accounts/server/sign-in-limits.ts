/**
 * Limits wrong passwords, and wrong codes of a second factor. Attempts are stored in the database, so they count for all
 * processes. A right one does not count as a failure. While it is being compared, later attempts at the limit wait for it and are
 * not refused. Passwords and codes count apart: somebody who knows the password must not get further tries of the code with it.
 */
import { refuse } from '#kernel/refusal.ts'
import { type Database, sql } from '#server/db/database.ts'
import { isKnownNetwork } from './known-devices.ts'

/** The number of failed attempts of one kind that are allowed within `minutes`. The next one is refused. */
export const MOST_FAILURES = {
  /** For one e-mail from one IP address, and for one account on one of its known devices. */
  together: 10,
  /** From one IP address, for any e-mail. */
  address: 100,
  /** For one e-mail from any address. This limit refuses unknown devices in networks where the account has used no session. */
  email: 100,
  /** The same for codes. Who enters one knows the password already, and a code has only a million values. */
  emailCodes: 20,
  minutes: 15,
} as const

/** An attempt that its process has not finished after this many seconds no longer counts. */
const COMPARING_SECONDS = 30
const LOOK_AGAIN_MILLISECONDS = 50
/** The number of attempts that may wait at a limit. Each of them polls the database while it waits. */
const MOST_WAITING_ATTEMPTS = 50

/** What is compared: the password, or the code of a second factor. */
export type Proof = 'PASSWORD' | 'CODE'

export type Attempt = {
  readonly proof: Proof
  readonly email: string
  readonly address: string
  /** The id of the device, or null if the account has not signed in there before. */
  readonly deviceId: number | null
}
export type CountedAttempt = Attempt & { readonly id: number; readonly limits: readonly Limit[] }

/** The limits of an attempt, by the names of `MOST_FAILURES`. */
type Limit = 'together' | 'address' | 'email'

/**
 * The state of one limit: failed attempts, earlier attempts under comparison, and the seconds until the oldest failure
 * expires.
 */
type LimitState = {
  readonly failed: number
  readonly comparing: number
  readonly most: number
  readonly seconds: number
}

/**
 * Stores an attempt and waits until it may be compared. Refuses it with 429 after too many failures, and with 503 if
 * too many are waiting. The caller must finish it with `attemptFailed` or `attemptSucceeded`.
 */
export async function countAttempt(db: Database, one: Attempt): Promise<CountedAttempt> {
  const limits = await limitsOf(db, one)
  // For one e-mail the ids grow in the order of commit, so that each attempt sees all earlier ones.
  const { id } = await db.one<{ id: number }>(sql`
    insert into sign_in_attempts (proof, email, address, device_id)
    select ${one.proof}, ${one.email}, ${one.address}, ${one.deviceId}::bigint
    from (select pg_advisory_xact_lock(hashtext(${`sign-in ${one.email}`}))) as in_turn
    returning id`)
  const counted = { ...one, id, limits }
  for (;;) {
    const states = await limitStatesOf(db, counted)
    const over = states.filter(({ failed, most }) => failed >= most)
    if (over.length > 0) {
      // A refused attempt must not extend the lock for people who wait as they were told.
      await deleteAttempt(db, id)
      const seconds = Math.max(1, ...over.map((state) => state.seconds))
      refuse('tooMany', 'too-many-tries', { retryAfterSeconds: seconds, minutes: Math.ceil(seconds / 60) })
    }
    if (states.every(({ failed, comparing, most }) => failed + comparing < most)) return counted
    if (states.some(({ failed, comparing, most }) => failed + comparing - most >= MOST_WAITING_ATTEMPTS)) {
      await deleteAttempt(db, id)
      refuse('unavailable', 'too-many-at-once', { retryAfterSeconds: 1 })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS))
  }
}

/** Returns the limits that apply to an attempt. Where the account was used before, wrong passwords from other places do not count. */
async function limitsOf(db: Database, { proof, email, address, deviceId }: Attempt): Promise<readonly Limit[]> {
  if (deviceId !== null) return ['together']
  // codes are entered after the right password, so strangers cannot reach their limit
  return proof === 'PASSWORD' && (await isKnownNetwork(db, address, email))
    ? ['together', 'address']
    : ['together', 'address', 'email']
}

/** Returns the state of each limit that applies to an attempt. */
async function limitStatesOf(db: Database, one: CountedAttempt): Promise<LimitState[]> {
  const known = one.deviceId !== null
  const count = await db.one<Record<`${Limit}${'Failed' | 'Comparing' | 'Seconds'}`, number>>(
    sql`
    with recent as (
      select failed, email = ${one.email} as same_email, address = ${one.address} as same_address,
        case when ${known} then device_id = ${one.deviceId}::bigint
          else email = ${one.email} and address = ${one.address} and device_id is null end as together,
        ceil(extract(epoch from at + make_interval(mins => ${MOST_FAILURES.minutes}) - now()))::int as seconds
      from sign_in_attempts
      where (email = ${one.email} or address = ${one.address}) and proof = ${one.proof}
        and at > now() - make_interval(mins => ${MOST_FAILURES.minutes})
        and (failed or (id < ${one.id} and at > now() - make_interval(secs => ${COMPARING_SECONDS})))
    )
    select count(*) filter (where together and failed)::int as "togetherFailed",
      count(*) filter (where together and not failed)::int as "togetherComparing",
      coalesce(min(seconds) filter (where together and failed), 0) as "togetherSeconds",
      count(*) filter (where same_address and failed)::int as "addressFailed",
      count(*) filter (where same_address and not failed)::int as "addressComparing",
      coalesce(min(seconds) filter (where same_address and failed), 0) as "addressSeconds",
      count(*) filter (where same_email and failed)::int as "emailFailed",
      count(*) filter (where same_email and not failed)::int as "emailComparing",
      coalesce(min(seconds) filter (where same_email and failed), 0) as "emailSeconds"
    from recent`,
  )
  return one.limits.map((limit) => ({
    failed: count[`${limit}Failed`],
    comparing: count[`${limit}Comparing`],
    seconds: count[`${limit}Seconds`],
    most: MOST_FAILURES[limit === 'email' && one.proof === 'CODE' ? 'emailCodes' : limit],
  }))
}

/** Finishes a wrong attempt. Reports whether the next one will be refused. */
export async function attemptFailed(db: Database, one: CountedAttempt): Promise<{ readonly locked: boolean }> {
  await db.run(sql`update sign_in_attempts set failed = true where id = ${one.id}`)
  return { locked: (await limitStatesOf(db, one)).some(({ failed, most }) => failed >= most) }
}

/** Finishes a right attempt. Deletes the failures of its kind for this e-mail from this address; others stay. */
export async function attemptSucceeded(db: Database, one: CountedAttempt): Promise<void> {
  await db.run(sql`
    delete from sign_in_attempts
    where id = ${one.id} or (failed and proof = ${one.proof} and email = ${one.email}
      and ((address = ${one.address} and device_id is null) or device_id = ${one.deviceId}::bigint))`)
}

/** Deletes an attempt that could not be compared. */
export async function deleteAttempt(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from sign_in_attempts where id = ${id}`)
}
