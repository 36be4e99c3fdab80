/** What is open of the charges of parties: the rule of `settle`, in one statement for many parties. */
import { type Sql, sql } from '#server/db/database.ts'
import { amountOf, heldOn, type PartyAccount, PAYMENTS_OF } from './account.ts'
import { joinMatches } from './matches.ts'

type Of = (column: Sql) => Sql

/** What people matched, as lines of the payment and of the document, if both are of one party. `of` selects the parties. */
const matched = (account: PartyAccount, of: Of): Sql => sql`
  select p.party_id, x.source, x.id, p.bound, null::date, '', 0::bigint, m.cents * x.sign
  from postings p ${joinMatches(account)}
  cross join lateral (values (p.source, p.document_id, 1), (d.source, d.document_id, -1)) as x(source, id, sign)
  where ${heldOn(account)} and p.source = 'payment' and ${of(sql`p.party_id`)}`

/**
 * The entries of parties: what is left of each document, payment and opening balance (`amount`) after the credit notes and the counter-entry
 * that answer it and after what people matched, and without what they matched (`whole`). A positive amount is a charge. A cancelled payment and
 * its counter-entry are one entry of nothing. `of` selects the parties by the column that it gets.
 */
export const accountEntries = (account: PartyAccount, of: Of): Sql => sql`
  select party_id as party, case when source <> 'payment' then source
      when max(bound) = 'Inbound' then ${PAYMENTS_OF[account].Inbound} else ${PAYMENTS_OF[account].Outbound} end as kind,
    document as id, min(day) as day, max(reference) as reference, sum(whole)::bigint as whole, sum(amount)::bigint as amount
  from (
    select p.party_id, p.source, coalesce(p.answers_id, p.document_id) as document, p.bound, p.day,
      case when p.source in ('invoice', 'opening') then p.reference else '' end as reference,
      ${amountOf(account)} as whole, ${amountOf(account)} as amount
    from postings p where ${heldOn(account)} and p.party_id is not null and ${of(sql`p.party_id`)}
    union all
    ${matched(account, of)}) lines
  group by party_id, source, document`

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
