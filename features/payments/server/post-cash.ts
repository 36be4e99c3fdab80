/** Posts to the ledger of money what a driver hands over to the till, and what a closing of the till finds missing. */
import { COUNTS_NOTHING, type Documents, post, repost } from '#features/ledger/server/post.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** Received hand-overs `h` as they post: what the driver carried leaves them, the count of the office is in the till, and the rest is missing. */
export const handoversPosted = (which: Sql): Documents => ({
  source: 'handover',
  of: sql`
  select h.id as document_id, h.received_on as day, 'carried' as account, h.user_id as party_id, -h.amount_cents as cents,
    ${COUNTS_NOTHING}, '' as reference, null::bigint as answers_id, 'till' as against, null::bigint as against_party, '' as against_reference
  from cash_handovers h where h.status = 'RECEIVED' and ${which}`,
  parts: sql`
    select 'missing' as account, h.user_id as party_id, h.amount_cents - h.received_cents as cents
    from cash_handovers h where h.id = d.document_id and h.amount_cents <> h.received_cents`,
})

/** Posts a hand-over that the office has just received. */
export const postHandover = (tx: Rows, id: number): Promise<void> => post(tx, handoversPosted(sql`h.id = ${id}`))

/** Closings `c` of the till whose count differed from what the till should hold, as they post. One that was reopened posts nothing. */
export const closingsPosted = (which: Sql): Documents => ({
  source: 'closing',
  of: sql`
  select c.id as document_id, c.day, 'till' as account, null::bigint as party_id, c.counted_cents - c.expected_cents as cents,
    ${COUNTS_NOTHING}, c.note as reference, null::bigint as answers_id, 'missing' as against, null::bigint as against_party,
    '' as against_reference
  from till_closings c where c.reopened_at is null and c.counted_cents <> c.expected_cents and ${which}`,
})

/** Posts a closing that has just been written. */
export const postClosing = (tx: Rows, id: number): Promise<void> => post(tx, closingsPosted(sql`c.id = ${id}`))

/** Ends what a closing posted, after it was reopened. */
export const repostClosing = (tx: Rows, id: number): Promise<void> =>
  repost(tx, sql`p.document_id = ${id}`, closingsPosted(sql`c.id = ${id}`))
