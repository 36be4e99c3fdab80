/**
 * Limits what people may ask for without a sign-in: a new password, an account, a company of the registry during the set-up. The requests are stored in the database, so
 * they count for all processes. They count alike for every e-mail, so that a refusal does not tell which ones have an account.
 */
import { refuse } from '#kernel/refusal.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { networkOf } from '../../domain/network.ts'

/** The number of requests that are allowed within `minutes`. The next one is refused. */
export const MOST_REQUESTS = {
  /** For one e-mail. Each may send a mail to a mailbox whose owner did not ask for it. */
  email: 5,
  /** From one internet address, for any e-mail. The people of an office share one. */
  address: 30,
  minutes: 60,
} as const

export type PublicRequest = {
  readonly kind: 'PASSWORD' | 'ACCOUNT' | 'COMPANY'
  /** The e-mail of the account, or the VAT number of the company. */
  readonly email: string
  /** The IP address of the caller. */
  readonly address: string
}

/** Stores a request and returns its id. Refuses with 429 if too many were made before. */
export async function countRequest(tx: Rows, { kind, email, ...from }: PublicRequest): Promise<number> {
  const address = networkOf(from.address)
  // requests with the same address or e-mail wait for each other, so that each one sees all earlier ones
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('request from'), hashtext(${address}))`)
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('request for'), hashtext(${email}))`)
  const over = await tx.one<{ seconds: number | null }>(sql`
    with recent as (
      select email = ${email} and kind = ${kind} as "sameEmail", address = ${address} as "sameAddress",
        ceil(extract(epoch from at + make_interval(mins => ${MOST_REQUESTS.minutes}) - now()))::int as seconds
      from public_requests
      where (email = ${email} or address = ${address}) and at > now() - make_interval(mins => ${MOST_REQUESTS.minutes})
    )
    select greatest(
      (select min(seconds) from recent where "sameEmail" having count(*) >= ${MOST_REQUESTS.email}),
      (select min(seconds) from recent where "sameAddress" having count(*) >= ${MOST_REQUESTS.address})) as seconds`)
  if (over.seconds !== null) {
    const seconds = Math.max(1, over.seconds)
    refuse('tooMany', 'users.too-many-requests', { retryAfterSeconds: seconds, minutes: Math.ceil(seconds / 60) })
  }
  const { id } = await tx.one<{ id: number }>(sql`
    insert into public_requests (kind, email, address) values (${kind}, ${email}, ${address}) returning id`)
  return id
}
