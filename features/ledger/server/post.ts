/**
 * The ledger of money. A document posts lines that sum to zero: the first on the account of its party, the others on what the amount is
 * against. Only the functions of this file write them, and only the commands that change documents call these.
 */
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { freeMatches } from './matches.ts'

/** The kinds of documents that post. A credit note in part is an order under the negative number of its credit. */
export type Source = 'order' | 'invoice' | 'payment' | 'opening' | 'handover' | 'deposit' | 'closing'

export type Documents = {
  readonly source: Source
  /**
   * Selects documents as they post: `document_id, day, account, party_id, cents` of the first line (debit above zero, credit below), what
   * reports count of it (`net_cents, vat_cents, total_cents, cost_cents, refcode, bound, type, red, salesperson_id, commission_bp`),
   * `reference, answers_id, historic`, and what the amount is against: `against, against_party, against_reference`.
   */
  readonly of: Sql
  /** Selects what else the document `d` posts: `account, party_id, cents`. Left out if all of the amount is against one account. */
  readonly parts?: Sql
}

/** What reports count of documents that they do not count, such as an opening balance or a hand-over of cash. */
export const COUNTS_NOTHING: Sql = sql`
  0::bigint as net_cents, 0::bigint as vat_cents, 0::bigint as total_cents, 0::bigint as cost_cents, '' as refcode, null::text as bound,
  null::text as type, false as red, null::bigint as salesperson_id, 0 as commission_bp, false as historic`

/** The VAT of the document `d`, which is below zero where it lowers what is owed. */
export const VAT_PART: Sql = sql`
  select 'vat' as account, null::bigint as party_id, case when d.cents = d.total_cents then -d.vat_cents else d.vat_cents end as cents`

/** The columns of a line besides its recording. */
const COLUMNS: Sql = sql`source, document_id, line, account, party_id, day, cents, refcode, bound, type, red, reference, answers_id, historic,
  net_cents, vat_cents, total_cents, cost_cents, salesperson_id, commission_bp, commission_cents`

/**
 * The lines of the document `d`. What its parts leave of the amount is on the account that it is against, so they sum to zero. `offset 0`
 * keeps them one step of the plan, because the embedded database otherwise fails to join some of them with the lines that hold.
 */
const linesOfOne = (parts: Sql | undefined): Sql =>
  parts === undefined
    ? sql`values (0, d.account, d.party_id, d.cents, d.reference), (1, d.against, d.against_party, -d.cents, d.against_reference)`
    : sql`
      select 0, d.account, d.party_id, d.cents, d.reference
      union all
      select row_number() over (order by grouping(x.account) desc, x.account, x.party_id), coalesce(x.account, d.against),
        case when x.account is null then d.against_party else x.party_id end,
        case when x.account is null then -d.cents - coalesce(sum(x.cents), 0) else sum(x.cents) end,
        case when x.account is null then d.against_reference else '' end
      from (${parts}) x group by grouping sets ((), (x.account, x.party_id)) offset 0`

/** The lines of documents. */
const linesOf = ({ source, of: documents, parts }: Documents): Sql => sql`
  select ${source}::text as source, d.document_id, l.line::smallint as line, l.account, l.party_id, d.day, l.cents, d.refcode, d.bound, d.type, d.red, l.reference,
    d.answers_id, d.historic, f.own * d.net_cents as net_cents, f.own * d.vat_cents as vat_cents, f.own * d.total_cents as total_cents,
    f.own * d.cost_cents as cost_cents, case when l.line = 0 then d.salesperson_id end as salesperson_id,
    (f.own * d.commission_bp)::int as commission_bp, f.own * commission_of(d.net_cents, d.commission_bp) as commission_cents
  from (${documents}) d
  cross join lateral (${linesOfOne(parts)}) as l(line, account, party_id, cents, reference)
  cross join lateral (select case when l.line = 0 then 1 else 0 end as own) f
  where l.line = 0 or l.cents <> 0`

/** The documents that post on accounts of money. */
const MOVES_MONEY: readonly Source[] = ['payment', 'handover', 'deposit', 'closing']

/** The accounts whose lines are summed by day: those of money, of which a balance would otherwise read all that ever came in. */
const OF_MONEY: Sql = sql`('till', 'carried', 'bank', 'cards', 'cheques', 'missing')`

/** Sums lines of the accounts of money by account and day: what payments brought in and took out, and what was moved between accounts. */
const summedByDay = (lines: Sql): Sql => sql`
  select account, day, coalesce(sum(cents) filter (where bound = 'Inbound'), 0)::bigint as inbound_cents,
    coalesce(-sum(cents) filter (where bound = 'Outbound'), 0)::bigint as outbound_cents,
    coalesce(sum(cents) filter (where bound is null), 0)::bigint as moved_cents
  from (${lines}) l where account in ${OF_MONEY} group by 1, 2`

/** Adds lines to the sums of their days. Rows are written in one order, so that commands wait for each other and never in a circle. */
const addToDays = (lines: Sql): Sql => sql`
  insert into account_days (account, day, inbound_cents, outbound_cents, moved_cents) ${summedByDay(lines)} order by 1, 2
  on conflict (account, day) do update set inbound_cents = account_days.inbound_cents + excluded.inbound_cents,
    outbound_cents = account_days.outbound_cents + excluded.outbound_cents, moved_cents = account_days.moved_cents + excluded.moved_cents`

/** The same as a part of a statement about documents of a kind. Only if they move money, so that nobody is told of other sums. */
const addingToDays = (source: Source, lines: Sql): Sql =>
  MOVES_MONEY.includes(source) ? sql`, summed as (${addToDays(lines)})` : sql``

const HELD: Sql = sql`select account, day, bound, cents from postings where ended_at is null`

/** Sums all days anew, after a restore and for tests that write documents by themselves. */
export async function sumDaysAnew(tx: Rows): Promise<void> {
  await tx.run(sql`delete from account_days`)
  await tx.run(addToDays(HELD))
}

/** Selects the days whose sums differ from the lines of the ledger. */
export const differingDays: Sql = sql`
  select distinct day
  from account_days s full join (${summedByDay(HELD)}) w using (account, day)
  where (coalesce(s.inbound_cents, 0), coalesce(s.outbound_cents, 0), coalesce(s.moved_cents, 0))
    is distinct from (coalesce(w.inbound_cents, 0), coalesce(w.outbound_cents, 0), coalesce(w.moved_cents, 0))`

/**
 * Posts documents that have not been posted before. It only writes: a look at the table would make serializable commands about
 * neighbouring documents clash.
 */
export async function post(tx: Rows, documents: Documents): Promise<void> {
  await tx.run(sql`
    with written as (
      insert into postings (${COLUMNS}, recorded_at) select ${COLUMNS}, now() from (${linesOf(documents)}) l
      returning account, party_id, day, bound, cents)
    ${addingToDays(documents.source, sql`select * from written`)}
    insert into debt_changes (customer_id) select distinct party_id from written where account = 'customers'`)
}

/** What a line says of its document. The salesperson and the rate are those of the sale, whatever has changed since. */
const SAID = [
  'account',
  'party_id',
  'day',
  'cents',
  'refcode',
  'bound',
  'type',
  'red',
  'reference',
  'answers_id',
  'historic',
  'net_cents',
  'vat_cents',
  'total_cents',
  'cost_cents',
] as const
const said = (of: 'p' | 'w'): Sql => raw(`(${SAID.map((column) => `${of}.${column}`).join(', ')})`)

/**
 * Posts documents again that changed or that no longer count: ends the lines that no longer hold, and writes those that are new. `which` selects
 * the lines `p` of these documents, and `documents` the documents as they are now. Lines that say the same stay. Documents that no longer count, or
 * count less than is matched to them, free what was matched.
 *
 * Reads all wanted lines before it writes the first. Otherwise each look into the index of a new ledger would also read the lines that this
 * statement has written so far, which takes hours after a restore.
 */
export async function repost(tx: Rows, which: Sql, documents: Documents): Promise<void> {
  const { source } = documents
  const matched: readonly { readonly id: number }[] = await tx.many(sql`
    with wanted as materialized (${linesOf(documents)}),
    ended as (
      update postings p set ended_at = now()
      where p.source = ${source} and p.ended_at is null and ${which}
        and not exists (select from wanted w where w.document_id = p.document_id and w.line = p.line and ${said('w')} is not distinct from ${said('p')})
      returning p.id, p.document_id, p.line, p.account, p.party_id, p.answers_id, p.day, p.bound, p.cents),
    written as (
      insert into postings (${COLUMNS}, recorded_at)
      select w.*, now() from wanted w left join ended e on e.document_id = w.document_id and e.line = w.line
      where (select count(*) from wanted) > 0 and (e.id is not null
        or not exists (select from postings p where p.source = w.source and p.document_id = w.document_id and p.line = w.line and p.ended_at is null))
      returning document_id, account, party_id, answers_id, day, bound, cents)
    ${addingToDays(source, sql`select account, day, bound, cents from written union all select account, day, bound, -cents from ended`)},
    told as (
      insert into debt_changes (customer_id)
      select party_id from ended where account = 'customers' union select party_id from written where account = 'customers')
    select distinct coalesce(c.answers_id, c.document_id) as id
    from (select answers_id, document_id from ended union all select answers_id, document_id from written) c
    join payment_matches m on ${source === 'invoice' ? sql`m.invoice_id` : sql`m.order_id`} = coalesce(c.answers_id, c.document_id)
    where ${source === 'order' || source === 'invoice'}`)
  if (source === 'order' || source === 'invoice')
    await freeMatches(
      tx,
      source,
      matched.map(({ id }) => id),
    )
}

/**
 * Selects the documents whose lines differ from those that they have in the ledger: `source, document_id`. `within` selects the numbers of these
 * documents; a credit note is found by the order that it answers.
 */
export const differing = (documents: Documents, within: (column: Sql) => Sql): Sql => sql`
  select distinct ${documents.source}::text as source, coalesce(p.document_id, w.document_id) as document_id
  from (
    select * from postings p where p.source = ${documents.source} and p.ended_at is null
      and (${within(sql`p.document_id`)}${documents.source === 'order' ? sql` or ${within(sql`p.answers_id`)}` : sql``})) p
  full join (${linesOf(documents)}) w on w.document_id = p.document_id and w.line = p.line
  where ${said('w')} is distinct from ${said('p')}`
