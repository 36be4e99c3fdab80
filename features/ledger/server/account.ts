/** Reads accounts of customers and providers: the lines on them and their sums. */
import { type Cents, ZERO_CENTS } from '#kernel/money.ts'
import type { Day } from '#kernel/day.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'

/** The kinds of parties that have an account. */
export type PartyAccount = 'customers' | 'providers'

/** How pages name payments to and from a party. */
const PAYMENTS_OF = {
  customers: { Inbound: 'received', Outbound: 'refunded' },
  providers: { Inbound: 'returned', Outbound: 'paid' },
} as const

/** What the line `p` of a party is: a document, a credit note in part, a payment or the opening balance. */
export const kindOf = (account: PartyAccount): Sql => sql`(case
  when p.source = 'payment' then case p.bound when 'Inbound' then ${PAYMENTS_OF[account].Inbound}::text else ${PAYMENTS_OF[account].Outbound}::text end
  when p.document_id < 0 then 'credit' else p.source end)`

/** What the line `p` changes of a balance. What a customer owes to the company is above zero, and so is what it owes to a provider. */
export const amountOf = (account: PartyAccount): Sql => (account === 'customers' ? sql`p.cents` : sql`-p.cents`)

/** The lines `p` on the accounts of a kind of party that hold. */
export const heldOn = (account: PartyAccount): Sql => sql`p.account = ${account} and p.ended_at is null`

/** A line on the account of a party. */
export type AccountLine<Kind extends string> = {
  readonly kind: Kind
  readonly id: number
  readonly date: Day
  /** The type of a payment, or null for any other line. */
  readonly type: string | null
  /** The code of an order, the number of an invoice or credit note, the receipt of a payment, or the note of the opening balance. */
  readonly reference: string
  readonly refcode: string
  readonly amount: Cents
  /** The id of the cancelled payment, for it and for its counter-entry, which together change nothing (C-71); else null. */
  readonly pair: number | null
  /** The order that a credit note takes back a part of. */
  readonly settles: number | null
}

/** Returns the lines on the account of a party, oldest first. */
export const readLines = <Kind extends string>(
  rows: Rows,
  account: PartyAccount,
  partyId: number,
): Promise<AccountLine<Kind>[]> =>
  rows.many(sql`
    select ${kindOf(account)} as kind, abs(p.document_id) as id, p.day as date, p.type, p.reference, p.refcode, ${amountOf(account)} as amount,
      case when p.source = 'payment' then max(p.answers_id) over (partition by p.source, coalesce(p.answers_id, p.document_id)) end as pair,
      case when p.source = 'order' then p.answers_id end as settles
    from postings p where ${heldOn(account)} and p.party_id = ${partyId} order by date, kind, id`)

/** The sums of an account by what changed it (C-05). */
export type AccountSums = {
  /** Orders less what credit notes took back of them, or inbound invoices. */
  readonly documents: Cents
  readonly received: Cents
  readonly paid: Cents
  readonly opening: Cents
}

const NO_SUMS: AccountSums = {
  documents: ZERO_CENTS,
  received: ZERO_CENTS,
  paid: ZERO_CENTS,
  opening: ZERO_CENTS,
}

/** Returns the sums of the accounts of many parties. One without a line has none. */
export async function readSums(
  rows: Rows,
  account: PartyAccount,
  partyIds: readonly number[],
): Promise<Map<number, AccountSums>> {
  const found = await rows.many<AccountSums & { id: number }>(sql`
    select p.party_id as id,
      coalesce(sum(${amountOf(account)}) filter (where p.source in ('order', 'invoice')), 0)::bigint as documents,
      coalesce(-sum(p.cents) filter (where p.bound = 'Inbound'), 0)::bigint as received,
      coalesce(sum(p.cents) filter (where p.bound = 'Outbound'), 0)::bigint as paid,
      coalesce(sum(${amountOf(account)}) filter (where p.source = 'opening'), 0)::bigint as opening
    from postings p where ${heldOn(account)} and p.party_id = any(${[...partyIds]}::bigint[]) group by p.party_id`)
  const sums = new Map(found.map(({ id, ...one }) => [id, one]))
  return new Map(partyIds.map((id) => [id, sums.get(id) ?? NO_SUMS]))
}

/** Returns the sums of the account of one party. */
export const readSumsOf = async (rows: Rows, account: PartyAccount, partyId: number): Promise<AccountSums> =>
  (await readSums(rows, account, [partyId])).get(partyId) ?? NO_SUMS
