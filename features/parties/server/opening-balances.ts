/** Writes what a party owed, or was owed, when the company began to work here. A party has one such balance at most; a merge may leave two. */
import { type Day } from '#kernel/day.ts'
import { changes } from '#kernel/changes.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { COUNTS_NOTHING, type Documents, post, repost } from '#features/ledger/server/post.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { MergeRule } from '#server/merging/merging.ts'
import type { Work } from '#server/work.ts'
import { type OpeningBalance, whyNotOpening } from '../domain/opening-balance.ts'
import { partyColumn, type PartyKind } from './kind.ts'
import { readParty } from './write-party.ts'

type Stored = OpeningBalance & { readonly id: number; readonly version: number }

const STORED: Sql = sql`id, amount_cents as amount, day, note, version`

/** Returns the opening balance of a party, or null. Refuses two of them, because it is not certain which one is meant. */
async function readOpening(rows: Rows, kind: PartyKind, partyId: number, name: string): Promise<Stored | null> {
  const found = await rows.many<Stored>(sql`
    select ${STORED} from opening_balances where ${partyColumn(kind)} = ${partyId} order by id limit 2`)
  if (found.length > 1) refuse('refused', 'parties.two-openings', { name })
  return found[0] ?? null
}

export type WrittenOpening = {
  readonly outcome: 'new' | 'changed' | 'same'
  /** The balance that was replaced, or null. */
  readonly before: OpeningBalance | null
  readonly version: number | null
}

/** Writes the opening balance of a party, or replaces the one that it has. Zero leaves a party without one as it is. */
export async function setOpening(
  kind: PartyKind,
  work: Work,
  partyId: number,
  opening: OpeningBalance,
): Promise<WrittenOpening> {
  const { tx, actor, now, today } = work
  stopOn(whyNotOpening(opening, today))
  const { name } = await readParty(kind, tx, partyId, true)
  const stored = await readOpening(tx, kind, partyId, name)
  await demandNoHistory(tx, kind, partyId, opening, name)
  if (stored === null) {
    if (opening.amount === 0) return { outcome: 'same', before: null, version: null }
    const { id } = await tx.one<{ id: number }>(sql`
      insert into opening_balances (${partyColumn(kind)}, amount_cents, day, note, user_id, user_name, created_at, updated_at)
      values (${partyId}, ${opening.amount}, ${opening.day}::date, ${opening.note}, ${actor.userId}::bigint, ${actor.name},
        ${now}::timestamptz, ${now}::timestamptz) returning id`)
    await post(tx, openingsPosted(sql`b.id = ${id}`))
    recordOpening(work, kind, partyId, null, opening)
    return { outcome: 'new', before: null, version: 1 }
  }
  const { id, version, ...before } = stored
  if (before.amount === opening.amount && before.day === opening.day && before.note === opening.note)
    return { outcome: 'same', before: null, version }
  await tx.run(sql`
    update opening_balances set amount_cents = ${opening.amount}, day = ${opening.day}::date, note = ${opening.note},
      version = version + 1, updated_at = ${now}::timestamptz, user_id = ${actor.userId}::bigint, user_name = ${actor.name}
    where id = ${id}`)
  await postOpening(tx, id)
  recordOpening(work, kind, partyId, before, opening)
  return { outcome: 'changed', before, version: version + 1 }
}

/** Refuses a balance that contains documents or payments of an earlier system, because they count as well (decision 94). */
async function demandNoHistory(
  rows: Rows,
  { name: kind }: PartyKind,
  partyId: number,
  { amount, day }: OpeningBalance,
  name: string,
): Promise<void> {
  if (amount === 0) return
  const first = await rows.one<{ day: Day | null }>(sql`
    select min(p.day) as day from postings p
    where p.account = ${kind} and p.party_id = ${partyId} and p.ended_at is null and p.historic and p.day <= ${day}::date`)
  if (first.day !== null) refuse('refused', 'parties.opening-contains', { name, date: day, first: first.day })
}

/** Returns the day of the opening balance of each party that has one, the latest of two. */
export async function openingDays(
  rows: Rows,
  kind: PartyKind['name'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Day>> {
  const column = partyColumn({ name: kind })
  const found = await rows.many<{ id: number; day: Day }>(sql`
    select ${column} as id, max(day) as day from opening_balances
    where ${column} = any(${[...ids]}::bigint[]) and amount_cents <> 0 group by 1`)
  return new Map(found.map(({ id, day }) => [id, day]))
}

/** Removes the opening balance of a party, or gives it back what it was. Refuses one that was changed since it had `version`. */
export async function takeBackOpening(
  kind: PartyKind,
  work: Work,
  partyId: number,
  { before, version }: Pick<WrittenOpening, 'before' | 'version'>,
): Promise<void> {
  const { name } = await readParty(kind, work.tx, partyId, true)
  const stored = await readOpening(work.tx, kind, partyId, name)
  if (stored === null || stored.version !== version) return refuse('refused', 'parties.opening-changed', { name })
  if (before !== null) return void (await setOpening(kind, work, partyId, before))
  await work.tx.run(sql`delete from opening_balances where id = ${stored.id}`)
  await postOpening(work.tx, stored.id)
  recordOpening(work, kind, partyId, stored, null)
}

type Recorded = OpeningBalance | null

function recordOpening(work: Work, { name }: PartyKind, id: number, before: Recorded, after: Recorded): void {
  const values = (one: Recorded) => ({
    openingBalance: one && toNumber(one.amount, PLACES.cents),
    openingDay: one && one.day,
    openingNote: one && one.note,
  })
  work.record({ entity: name, id, changes: changes(values(before), values(after)) })
}

/** The opening balances `b` as they post. One of nothing posts nothing. */
export const openingsPosted = (which: Sql): Documents => ({
  source: 'opening',
  of: sql`
  select b.id as document_id, b.day, case when b.customer_id is null then 'providers' else 'customers' end as account,
    coalesce(b.customer_id, b.provider_id) as party_id, case when b.customer_id is null then -b.amount_cents else b.amount_cents end as cents,
    ${COUNTS_NOTHING}, b.note as reference, null::bigint as answers_id, 'openings' as against, null::bigint as against_party,
    '' as against_reference
  from opening_balances b where b.amount_cents <> 0 and ${which}`,
})

/** Posts an opening balance as it is now. */
const postOpening = (tx: Rows, id: number): Promise<void> =>
  repost(tx, sql`p.document_id = ${id}`, openingsPosted(sql`b.id = ${id}`))

/** Posts the opening balances of two parties again, when they were merged or the merge was undone. */
const postMergedOpenings = (tx: Rows, kind: PartyKind['name'], ids: readonly number[]): Promise<void> => {
  const both = sql`select b.id from opening_balances b where b.${partyColumn({ name: kind })} = any(${[...ids]}::bigint[])`
  return repost(tx, sql`p.document_id in (${both})`, openingsPosted(sql`b.id in (${both})`))
}

/** The opening balance that a merge of parties moved is on the account of the other one. */
export const openingsFollow = ({ name }: Pick<PartyKind, 'name'>): MergeRule => ({
  of: name,
  whyNot: async () => null,
  whyNoUndo: async () => null,
  settle: ({ tx }, { keptId, mergedId }) => postMergedOpenings(tx, name, [keptId, mergedId]),
})
