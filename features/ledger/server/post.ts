/**
 * The ledger of money. A document posts lines that sum to zero: the first on the account of its party, the others on what the amount is
 * against. Only the functions of this file write them, and only the commands that change documents call these.
 */
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { freeMatches } from './matches.ts'

/** The kinds of documents that post. A credit note in part is an order under the negative number of its credit. */
export type Source = 'order' | 'invoice' | 'payment' | 'opening'

/**
 * Selects documents as they post: `source, document_id, day, account, party_id, cents` of the first line (debit above zero, credit below), what
 * reports count of it (`net_cents, vat_cents, total_cents, cost_cents, refcode, bound, type, red, salesperson_id, commission_bp`),
 * `reference, answers_id, historic`, and what the amount is against: `against, against_party, against_reference`.
 */
export type Documents = Sql

/** The columns of a line besides its recording. */
const COLUMNS: Sql = sql`source, document_id, line, account, party_id, day, cents, refcode, bound, type, red, reference, answers_id, historic,
  net_cents, vat_cents, total_cents, cost_cents, salesperson_id, commission_bp, commission_cents`

/** The lines of documents. What is left of the amount beside the VAT is on the account that it is against, so they sum to zero. */
const linesOf = (documents: Documents): Sql => sql`
  select d.source, d.document_id, l.line::smallint as line, l.account, l.party_id, d.day, l.cents, d.refcode, d.bound, d.type, d.red, l.reference,
    d.answers_id, d.historic, f.own * d.net_cents as net_cents, f.own * d.vat_cents as vat_cents, f.own * d.total_cents as total_cents,
    f.own * d.cost_cents as cost_cents, case when l.line = 0 then d.salesperson_id end as salesperson_id,
    (f.own * d.commission_bp)::int as commission_bp, f.own * commission_of(d.net_cents, d.commission_bp) as commission_cents
  from (${documents}) d
  cross join lateral (select case when d.cents = d.total_cents then d.vat_cents else -d.vat_cents end as vat) v
  cross join lateral (values
    (0, d.account, d.party_id, d.cents, d.reference),
    (1, d.against, d.against_party, v.vat - d.cents, d.against_reference),
    (2, 'vat', null, -v.vat, '')) as l(line, account, party_id, cents, reference)
  cross join lateral (select case when l.line = 0 then 1 else 0 end as own) f
  where l.line = 0 or l.cents <> 0`

/**
 * Posts documents that have not been posted before. It only writes: a look at the table would make serializable commands about
 * neighbouring documents clash.
 */
export async function post(tx: Rows, documents: Documents): Promise<void> {
  await tx.run(sql`
    with written as (
      insert into postings (${COLUMNS}, recorded_at) select ${COLUMNS}, now() from (${linesOf(documents)}) l
      returning account, party_id)
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
 */
export async function repost(tx: Rows, source: Source, which: Sql, documents: Documents): Promise<void> {
  const matched: readonly { readonly id: number }[] = await tx.many(sql`
    with wanted as materialized (${linesOf(documents)}),
    ended as (
      update postings p set ended_at = now()
      where p.source = ${source} and p.ended_at is null and ${which}
        and not exists (select from wanted w where w.document_id = p.document_id and w.line = p.line and ${said('w')} is not distinct from ${said('p')})
      returning p.id, p.document_id, p.line, p.account, p.party_id, p.answers_id),
    written as (
      insert into postings (${COLUMNS}, recorded_at)
      select w.*, now() from wanted w left join ended e on e.document_id = w.document_id and e.line = w.line
      where e.id is not null
        or not exists (select from postings p where p.source = w.source and p.document_id = w.document_id and p.line = w.line and p.ended_at is null)
      returning document_id, account, party_id, answers_id),
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
export const differing = (source: Source, documents: Documents, within: (column: Sql) => Sql): Sql => sql`
  select distinct ${source}::text as source, coalesce(p.document_id, w.document_id) as document_id
  from (
    select * from postings p where p.source = ${source} and p.ended_at is null
      and (${within(sql`p.document_id`)}${source === 'order' ? sql` or ${within(sql`p.answers_id`)}` : sql``})) p
  full join (${linesOf(documents)}) w on w.document_id = p.document_id and w.line = p.line
  where ${said('w')} is distinct from ${said('p')}`
