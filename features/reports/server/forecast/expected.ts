/** The amounts that are expected to come in and to go out, each on the day on which it is due. */
import { dueDay, readUsualDays } from '#features/parties/server/due-day.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { openDebts } from '#features/payments/server/debts/open-debts.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { query } from '#server/command.ts'
import { join, raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import * as contract from '../../domain/forecast.ts'
import { EXPECTED, type ExpectedKind } from '../../domain/frame.ts'

/** The open cheques of the register, on the day on which they expire. */
const cheques = (kind: 'cheques' | 'given'): Sql => sql`
  select ${raw(`'${kind}'`)} as kind, 'payment' as what, c.payment_id as id, c.expires as due, null::bigint as party, '' as number, c.cents
  from cheques c where c.given = ${kind === 'given'} and c.state = any(${kind === 'given' ? ['GIVEN'] : ['IN-HAND', 'DEPOSITED']}::text[])`

/**
 * Payments that are dated after today. What a driver carries is in the cash of now, and an open cheque counts on the day on which it
 * expires.
 */
const later = (bound: 'Inbound' | 'Outbound', today: Day): Sql => sql`
  select ${raw(bound === 'Inbound' ? "'coming'" : "'leaving'")} as kind, 'payment' as what, p.id, p.date as due, null::bigint as party,
    p.receipt_code as number, p.amount_cents as cents
  from payments p where p.date > ${today}::date and p.bound = ${bound} and p.carried_by is null
    and not exists (select from cheques c where c.payment_id = p.id and c.state in ('IN-HAND', 'DEPOSITED', 'GIVEN'))`

/** What of a charge `c` is opened: a document, a payment that was given back, or the party of an opening balance. */
const whatOf = (party: 'customer' | 'provider'): Sql => sql`
  case c.kind when 'opening' then ${raw(`'${party}'`)} when 'order' then 'order' when 'invoice' then 'invoice' else 'payment' end as what,
  case c.kind when 'opening' then c.party else c.id end as id`

/** Open debts of customers, on the day on which they are due by their terms or those of the company. Only what is open is read. */
const debts = async (rows: Rows): Promise<Sql> => sql`
  select 'debts' as kind, ${whatOf('customer')}, ${dueDay(sql`c.day`, sql`c.own`, await readUsualDays(rows, 'customers'))} as due, c.party,
    '' as number, c.open as cents from (${await openDebts(rows)}) c`

/** The same for open charges of providers, which are read from all their invoices. `offset 0` reads the terms of all providers in one go. */
const bills = async (rows: Rows): Promise<Sql> => sql`
  select 'bills' as kind, ${whatOf('provider')}, ${dueDay(sql`c.day`, sql`v.payment_days`, await readUsualDays(rows, 'providers'))} as due, c.party,
    c.reference as number, c.open as cents
  from (${openCharges('providers', () => sql`true`)}) c join (select id, payment_days from providers offset 0) v on v.id = c.party`

/** Selects everything that is expected of some kinds: `kind, what, id, due, party, number, cents`. */
async function expectedOf(rows: Rows, today: Day, kinds: readonly ExpectedKind[]): Promise<Sql> {
  const parts: Record<ExpectedKind, () => Sql | Promise<Sql>> = {
    debts: () => debts(rows),
    cheques: () => cheques('cheques'),
    coming: () => later('Inbound', today),
    bills: () => bills(rows),
    given: () => cheques('given'),
    leaving: () => later('Outbound', today),
  }
  const all: Sql[] = []
  for (const kind of kinds) all.push(await parts[kind]())
  return join(all, ' union all ')
}

/** Sums what is expected until a day, by kind and day. What was due before today is one sum. Each kind is a statement of its own. */
export async function readExpectedSums(rows: Rows, today: Day, to: Day): Promise<contract.ExpectedSum[]> {
  const sums: contract.ExpectedSum[] = []
  for (const kind of EXPECTED)
    sums.push(
      ...(await rows.many<contract.ExpectedSum>(sql`
        select kind, case when due >= ${today}::date then due end as due, sum(cents)::bigint as cents
        from (${await expectedOf(rows, today, [kind])}) e where due <= ${to}::date group by 1, 2 order by 1, 2`)),
    )
  return sums
}

type Asked = Pick<ParsedInputOf<typeof contract.listExpected>, 'filters'>

/** Selects the expected amounts that sum to a figure. */
async function ofFigure(rows: Rows, today: Day, { filters }: Asked): Promise<Sql> {
  const { expected: flow, kind, from, to } = filters
  const kinds = EXPECTED.filter(
    (one) => (kind === undefined || one === kind) && (flow === undefined || contract.flowOf(one) === flow),
  )
  if (kinds.length === 0)
    return sql`select null::text as kind, null::text as what, 0::bigint as id, null::date as due, null::bigint as party, '' as number,
    0::bigint as cents where false`
  return sql`
    select * from (${await expectedOf(rows, today, kinds)}) e
    where ${from === undefined ? sql`true` : sql`due >= ${from}::date`} and ${to === undefined ? sql`true` : sql`due <= ${to}::date`}`
}

/**
 * The key of a row of `e`. An order, a payment and a customer may have the same id, so the key also contains the kind and what is
 * opened: together at most 20.
 */
const KEY = sql`e.id * 20 + array_position(${[...EXPECTED]}::text[], e.kind) * 3
  + case e.what when 'payment' then 1 when 'customer' then 2 when 'provider' then 2 else 0 end`

export const listExpectedQuery = query(contract.listExpected, async ({ rows, today }, input) => {
  const { sort = 'due', descending, page } = input
  const order = sql`order by ${raw(sort)} ${raw(descending ? 'desc' : 'asc')}, kind, what, id`
  const found = await rows.many<contract.Expected>(sql`
    select ${KEY} as key, e.kind, e.what, e.id, e.due, e.cents, coalesce(
        case e.kind when 'debts' then (select name from customers where id = e.party)
          when 'bills' then (select name from providers where id = e.party) else p.entity_name end, '') as name,
      case when e.kind in ('cheques', 'given') then p.bank_name else e.number end as number
    from (select * from (${await ofFigure(rows, today, input)}) e ${order} ${pageOf(page, contract.EXPECTED_PAGE)}) e
    left join payments p on e.what = 'payment' and p.id = e.id ${order}`)
  return { rows: found.slice(0, contract.EXPECTED_PAGE), more: found.length > contract.EXPECTED_PAGE }
})

export const countExpectedQuery = query(contract.countExpected, async ({ rows, today }, input) =>
  countRows(rows, sql`from (${await ofFigure(rows, today, input)}) e`),
)

export const sumExpectedQuery = query(contract.sumExpected, async ({ rows, today }, input) =>
  sumRows(rows, { cents: sql`e.cents` }, sql`from (${await ofFigure(rows, today, input)}) e`),
)
