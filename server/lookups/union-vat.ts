/** Asks VIES for VAT numbers of the European Union, and stores its last answer to each. */
import { refuse } from '#kernel/refusal.ts'
import { standingOf, type UnionAnswer, type UnionNumber } from '#kernel/tax/union-vat.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Vies } from '#server/integrations/vies/vies.ts'
import { singleFlight } from './single-flight.ts'

/** An answer of VIES as it is stored. */
export type StoredUnionAnswer = UnionAnswer & {
  readonly name: string
  readonly address: string
  readonly requestId: string
}

const keyOf = ({ country, vat }: UnionNumber): string => `${country}${vat}`

/** Returns the last answers to the numbers, by country and number. One without an answer is missing. */
export async function storedUnionAnswers(
  rows: Rows,
  numbers: readonly UnionNumber[],
): Promise<(number: UnionNumber) => StoredUnionAnswer | null> {
  const found =
    numbers.length === 0
      ? []
      : await rows.many<StoredUnionAnswer & UnionNumber>(sql`
          select country, vat, valid, name, address, request_id as "requestId", asked_at as "askedAt" from vies_answers
          where (country, vat) in (select * from unnest(${numbers.map(({ country }) => country)}::text[], ${numbers.map(({ vat }) => vat)}::text[]))`)
  const byKey = new Map(found.map(({ country, vat, ...answer }) => [keyOf({ country, vat }), answer]))
  return (number) => byKey.get(keyOf(number)) ?? null
}

const once = singleFlight<StoredUnionAnswer | { readonly failure: string }>()

/** Returns the stored answer while it counts, and otherwise null. */
async function countingAnswer({ rows, today }: Reach, number: UnionNumber): Promise<StoredUnionAnswer | null> {
  const last = (await storedUnionAnswers(rows, [number]))(number)
  return standingOf(last, today) === 'unverified' ? null : last
}

type Asking = { readonly requester: string | null; readonly again: boolean }

/** Asks VIES and stores the answer. Of several callers at the same time one asks. */
const askVies = (reach: Reach, vies: Vies, number: UnionNumber, { requester, again }: Asking) =>
  once(vies, keyOf(number), async () => {
    // another caller may have stored its answer since this one looked
    const stored = again ? null : await countingAnswer(reach, number)
    if (stored) return stored
    const answer = await vies.ask(number, requester)
    if (answer.kind === 'unavailable') return { failure: answer.reason }
    const { valid, name, address, requestId } = answer
    await reach.keep(({ tx }) =>
      tx.run(sql`
        insert into vies_answers (country, vat, valid, name, address, request_id, asked_at)
        values (${number.country}, ${number.vat}, ${valid}, ${name}, ${address}, ${requestId}, ${reach.now}::timestamptz)
        on conflict (country, vat) do update set valid = excluded.valid, name = excluded.name, address = excluded.address,
          request_id = excluded.request_id, asked_at = excluded.asked_at`),
    )
    return { valid, name, address, requestId, askedAt: reach.now }
  })

/**
 * Returns the answer of VIES to a number. A stored one is used while it counts, unless `again` is true. If VIES gives no answer now, the
 * last one is returned with the reason.
 */
export async function verifyUnionNumber(
  reach: Reach,
  number: UnionNumber,
  asking: Asking,
): Promise<{ readonly last: StoredUnionAnswer | null; readonly failure: string | null; readonly isNew: boolean }> {
  const last = (await storedUnionAnswers(reach.rows, [number]))(number)
  if (!asking.again && standingOf(last, reach.today) !== 'unverified') return { last, failure: null, isNew: false }
  const { vies } = reach.outside
  if (!vies) return refuse('unavailable', 'customers.vies-off')
  const answer = await askVies(reach, vies, number, asking)
  return 'failure' in answer
    ? { last, failure: answer.failure, isNew: false }
    : { last: answer, failure: null, isNew: true }
}
