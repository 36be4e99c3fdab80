/**
 * Limits of wrong passwords. Tries stand in the database, so they count for all processes. A right password counts as no
 * failure; while it is being compared it holds back those who come after it at the limit, and does not refuse them.
 */
import { refuse } from '#kernel/refusal.ts'
import { type Database, sql } from '#server/db/database.ts'

/** Failed tries that are allowed within `minutes`; the next one is refused. */
export const MOST_FAILURES = {
  /** For one e-mail from one internet address, and for one account on one device it has signed in on. */
  together: 10,
  /** From one internet address, for whatever e-mail. */
  address: 100,
  /** For one e-mail from any address. It refuses unknown devices only. */
  email: 100,
  minutes: 15,
} as const

/** A try whose process has not finished it after so many seconds counts no longer. */
const COMPARING_SECONDS = 30
const LOOK_AGAIN_MILLISECONDS = 50
/** Tries that may wait at a limit for those before them; each asks the database while it waits. */
const MOST_WAITING = 50

export type Try = {
  readonly email: string
  readonly address: string
  /** The device, if the account has signed in there before. */
  readonly deviceId: number | null
}
export type CountedTry = Try & { readonly id: number }

/** How near a try is to a limit: failures, those that are compared before it, and when the oldest failure is forgotten. */
type Standing = { readonly failed: number; readonly comparing: number; readonly most: number; readonly seconds: number }

/**
 * Counts a try and waits until it may be compared. Refuses it with 429 when too many have failed, and with 503 when too
 * many wait. The caller must end it
 * by `tryFailed` or `tryWorked`.
 */
export async function countTry(db: Database, one: Try): Promise<CountedTry> {
  // ids grow in the order of commit for one e-mail, so that each try sees all that came before it
  const { id } = await db.one<{ id: number }>(sql`
    insert into sign_in_attempts (email, address, device_id)
    select ${one.email}, ${one.address}, ${one.deviceId}::bigint
    from (select pg_advisory_xact_lock(hashtext(${`sign-in ${one.email}`}))) as in_turn
    returning id`)
  const counted = { ...one, id }
  for (;;) {
    const standings = await standingsOf(db, counted)
    const over = standings.filter(({ failed, most }) => failed >= most)
    if (over.length > 0) {
      // whoever waits as told is not held up longer by having asked meanwhile
      await forgetTry(db, id)
      const seconds = Math.max(1, ...over.map((standing) => standing.seconds))
      refuse('tooMany', 'too-many-tries', { retryAfterSeconds: seconds, minutes: Math.ceil(seconds / 60) })
    }
    if (standings.every(({ failed, comparing, most }) => failed + comparing < most)) return counted
    if (standings.some(({ failed, comparing, most }) => failed + comparing - most >= MOST_WAITING)) {
      await forgetTry(db, id)
      refuse('unavailable', 'too-many-at-once', { retryAfterSeconds: 1 })
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS))
  }
}

/** Returns how a try stands at each limit that holds for it. */
async function standingsOf(db: Database, one: CountedTry): Promise<Standing[]> {
  const known = one.deviceId !== null
  const count = await db.one<
    Record<`${'together' | 'address' | 'email'}${'Failed' | 'Comparing' | 'Seconds'}`, number>
  >(
    sql`
    with recent as (
      select failed, email = ${one.email} as same_email, address = ${one.address} as same_address,
        case when ${known} then device_id = ${one.deviceId}::bigint
          else email = ${one.email} and address = ${one.address} and device_id is null end as together,
        ceil(extract(epoch from at + make_interval(mins => ${MOST_FAILURES.minutes}) - now()))::int as seconds
      from sign_in_attempts
      where (email = ${one.email} or address = ${one.address})
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
  const limits = known ? (['together'] as const) : (['together', 'address', 'email'] as const)
  return limits.map((limit) => ({
    failed: count[`${limit}Failed`],
    comparing: count[`${limit}Comparing`],
    seconds: count[`${limit}Seconds`],
    most: MOST_FAILURES[limit],
  }))
}

/** Ends a try with a wrong password. Reports whether the next one will be refused. */
export async function tryFailed(db: Database, one: CountedTry): Promise<{ readonly locked: boolean }> {
  await db.run(sql`update sign_in_attempts set failed = true where id = ${one.id}`)
  return { locked: (await standingsOf(db, one)).some(({ failed, most }) => failed >= most) }
}

/** Ends a try with the right password: what failed for this e-mail from here is forgotten, elsewhere it stays. */
export async function tryWorked(db: Database, one: CountedTry): Promise<void> {
  await db.run(sql`
    delete from sign_in_attempts
    where id = ${one.id} or (failed and email = ${one.email}
      and ((address = ${one.address} and device_id is null) or device_id = ${one.deviceId}::bigint))`)
}

/** Takes a try back that could not be compared. */
export async function forgetTry(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from sign_in_attempts where id = ${id}`)
}
