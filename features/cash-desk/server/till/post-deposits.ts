/** Posts to the ledger of money what was brought from the till to the bank. */
import { COUNTS_NOTHING, type Documents, post } from '#features/ledger/server/post.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** Deposits `b` as they post, against the bank that is named, which may be empty. A counter-entry answers the deposit that it cancels. */
export const depositsPosted = (which: Sql): Documents => ({
  source: 'deposit',
  of: sql`
  select b.id as document_id, b.day, 'till' as account, null::bigint as party_id, -b.amount_cents as cents,
    ${COUNTS_NOTHING}, b.slip as reference, b.cancels_id as answers_id, 'bank' as against, null::bigint as against_party,
    b.bank_name as against_reference
  from till_deposits b where ${which}`,
})

/** Posts a deposit that has just been recorded. */
export const postDeposit = (tx: Rows, id: number): Promise<void> => post(tx, depositsPosted(sql`b.id = ${id}`))
