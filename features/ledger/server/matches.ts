/** What people matched of payments to documents of the same party (decision 60). */
import type { Cents } from '#kernel/money.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import type { Work } from '#server/work.ts'
import type { PartyAccount } from './account.ts'

/** The documents of a kind of party, and the column of a match that names them. */
const DOCUMENT = {
  customers: { source: sql`'order'`, column: raw('order_id') },
  providers: { source: sql`'invoice'`, column: raw('invoice_id') },
} as const

/**
 * Joins the matches `m` of the payments `p` of a kind of party, and the documents `d`, if they are of the same party. Undoing a merge
 * frees a match between two parties.
 */
export const joinMatches = (account: PartyAccount): Sql => sql`
  join payment_matches m on m.payment_id = p.document_id
  join postings d on d.source = ${DOCUMENT[account].source} and d.document_id = m.${DOCUMENT[account].column} and d.line = 0 and d.ended_at is null
    and d.account = p.account and d.party_id = p.party_id`

/** A part of a payment that a person matched to a document. */
type Match = { readonly paymentId: number; readonly documentId: number; readonly cents: Cents }

/** Returns what people matched of the payments of a party to its documents, in the order of the payments. */
export const readMatches = (rows: Rows, account: PartyAccount, partyId: number): Promise<Match[]> =>
  rows.many<Match>(sql`
    select m.payment_id as "paymentId", d.document_id as "documentId", m.cents
    from postings p ${joinMatches(account)}
    where p.account = ${account} and p.party_id = ${partyId} and p.source = 'payment' and p.ended_at is null
    order by m.payment_id, d.document_id`)

/** Replaces what is matched of a payment. Returns what was matched before. */
export async function replaceMatches(
  { tx, actor, now }: Work,
  { account, paymentId }: { readonly account: PartyAccount; readonly paymentId: number },
  matches: readonly { readonly documentId: number; readonly cents: Cents }[],
): Promise<Cents> {
  const before = await tx.one<{ cents: Cents }>(sql`
    with gone as (delete from payment_matches where payment_id = ${paymentId} returning cents)
    select coalesce(sum(cents), 0)::bigint as cents from gone`)
  await tx.run(sql`
    insert into payment_matches (payment_id, ${DOCUMENT[account].column}, cents, user_id, user_name, created_at)
    select ${paymentId}, m."documentId", m.cents, ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m("documentId" bigint, cents bigint)`)
  return before.cents
}

/** Frees what was matched to documents of which less is left than that. */
export async function freeMatches(tx: Rows, source: 'order' | 'invoice', ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const column = raw(source === 'order' ? 'order_id' : 'invoice_id')
  await tx.run(sql`
    delete from payment_matches where ${column} in (
      select m.${column} from payment_matches m where m.${column} = any(${[...ids]}::bigint[]) group by m.${column}
      having sum(m.cents) > coalesce((
        select abs(sum(p.cents)) from postings p
        where p.source = ${source} and p.line = 0 and p.ended_at is null and (p.document_id = m.${column} or p.answers_id = m.${column})), 0))`)
}

/** Frees what was matched of a payment, which its counter-entry cancels. */
export const freeMatchesOf = (tx: Rows, paymentId: number): Promise<number> =>
  tx.run(sql`delete from payment_matches where payment_id = ${paymentId}`)

/** Frees what was matched between payments of these parties and documents of others, after an undone merge. */
export const freeForeignMatches = (tx: Rows, account: PartyAccount, partyIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    delete from payment_matches m using postings p, postings d
    where p.account = ${account} and p.party_id = any(${[...partyIds]}::bigint[]) and p.source = 'payment' and p.ended_at is null
      and p.document_id = m.payment_id
      and d.source = ${DOCUMENT[account].source} and d.document_id = m.${DOCUMENT[account].column} and d.line = 0 and d.ended_at is null
      and d.party_id <> p.party_id`)
