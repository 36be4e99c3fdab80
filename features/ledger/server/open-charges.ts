/** What is open of the charges of parties: the rule of `settle`, in one statement for many parties. */
import { type Sql, sql } from '#server/db/database.ts'
import { amountOf, heldOn, kindOf, type PartyAccount } from './account.ts'
import { joinMatches } from './matches.ts'

type Of = (column: Sql) => Sql

/** What people matched of each payment and of each document of one party: `source, id, cents`. `of` selects the parties. */
const matched = (account: PartyAccount, of: Of): Sql => sql`
  select x.source, x.id, sum(m.cents * x.sign)::bigint as cents
  from postings p ${joinMatches(account)}
  cross join lateral (values (p.source, p.document_id, 1), (d.source, d.document_id, -1)) as x(source, id, sign)
  where ${heldOn(account)} and p.source = 'payment' and ${of(sql`p.party_id`)} group by x.source, x.id`

/** What the credit notes and counter-entries change that answer a document: `source, id, cents`. An answer is on the account of its document. */
const answers = (account: PartyAccount, of: Of): Sql => sql`
  select p.source, p.answers_id as id, sum(${amountOf(account)})::bigint as cents
  from postings p where ${heldOn(account)} and p.answers_id is not null and ${of(sql`p.party_id`)} group by p.source, p.answers_id`

/**
 * The entries of parties: what is left of each document, payment and opening balance (`amount`) after the credit notes and the counter-entry
 * that answer it and after what people matched, and without what they matched (`whole`). A positive amount is a charge. A cancelled payment
 * with its counter-entry is one entry of nothing. `of` selects the parties by the column that it gets.
 */
export const accountEntries = (account: PartyAccount, of: Of): Sql => sql`
  select p.party_id as party, ${kindOf(account)} as kind, p.document_id as id, p.day,
    case when p.source in ('invoice', 'opening') then p.reference else '' end as reference,
    ${amountOf(account)} + coalesce(a.cents, 0) as whole, ${amountOf(account)} + coalesce(a.cents, 0) + coalesce(m.cents, 0) as amount
  from postings p
  left join (${answers(account, of)}) a on a.source = p.source and a.id = p.document_id
  left join (${matched(account, of)}) m on m.source = p.source and m.id = p.document_id
  where ${heldOn(account)} and p.answers_id is null and p.party_id is not null and ${of(sql`p.party_id`)}`

/** The open charges among `entries`. Matches by hand are left out of them, and what is left of all payments settles the oldest charges. */
const openOf = (entries: Sql): Sql => sql`
  select party, kind, id, day, reference, least(amount, reached - settled)::bigint as open from (
    select party, kind, id, day, reference, amount,
      sum(greatest(amount, 0)) over (partition by party order by day, kind, id rows unbounded preceding) as reached,
      sum(greatest(-amount, 0)) over (partition by party) as settled
    from ${entries} entries) summed
  where amount > 0 and reached > settled`

/**
 * Selects the charges of which something is open: `party, kind, id, day, reference, open`. Matches by hand come first, and what is left of all
 * payments settles the oldest charges. `of` selects the parties by the column that it gets.
 */
export const openCharges = (account: PartyAccount, of: Of): Sql => openOf(sql`(${accountEntries(account, of)})`)

/**
 * Selects the same, and for each party that paid beyond all charges one row of the kind `credit`, whose `open` is below zero. Such a party
 * has no open charge.
 */
export const openChargesAndCredits = (account: PartyAccount, of: Of): Sql => sql`
  with entries as (${accountEntries(account, of)})
  ${openOf(sql`entries`)}
  union all
  select party, 'credit', 0, null::date, '', sum(amount)::bigint from entries group by party having sum(amount) < 0`
