/** The list of customers with overdue debts. It reads what is open, and no closed document. */
import { openDebts } from '#features/payments/server/debts/open-debts.ts'
import { dueDay, lateOn, readUsualDays } from '#features/parties/server/due-day.ts'
import type { ParsedInputOf } from '#kernel/contract.ts'
import type { Day } from '#kernel/day.ts'
import { query } from '#server/command.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { countRows, pageOf, sumRows } from '#server/paging.ts'
import { matchesWords } from '#server/search-text.ts'
import { readSettings } from '#server/settings.ts'
import * as contract from '../domain/contract.ts'
import { STEPS, stepDays } from '../domain/reminder.ts'
import { REMINDERS_FORM, type ReminderDays } from '../domain/settings.ts'

export const readReminderDays = (rows: Rows): Promise<ReminderDays> => readSettings(rows, REMINDERS_FORM)

/** The rule of `nextStep`, over the late days of a debt, and the step and the day of its last letter. */
function nextOf(late: Sql, step: Sql, day: Sql, days: ReminderDays, today: Day): Sql {
  const after = stepDays(days)
  const cases = STEPS.map((next) => {
    const from = after[next - 1] ?? 0
    const pause = from - (after[next - 2] ?? 0)
    const waited = next === 1 ? sql`true` : sql`${today}::date - ${day} >= ${pause}::int`
    return sql`when coalesce(${step}, 0) = ${raw(String(next - 1))} and ${late} >= ${from}::int and ${waited} then ${raw(String(next))}`
  })
  return sql`case ${cases.reduce((all, one) => sql`${all} ${one}`)} end`
}

/** The overdue debts of all customers: `party, kind, id, open, due, late`. */
export async function overdueDebts(rows: Rows, today: Day): Promise<Sql> {
  const due = dueDay(sql`d.day`, sql`d.own`, await readUsualDays(rows, 'customers'))
  return sql`
    select d.party, d.kind, d.id, d.open, ${due} as due, ${lateOn(due, today)} as late
    from (${await openDebts(rows)}) d where ${due} < ${today}::date`
}

/** The same with the step in which each may be reminded, which reads the last letter about each. */
async function withNext(rows: Rows, today: Day, debts: Sql): Promise<Sql> {
  const next = nextOf(sql`d.late`, sql`r.step`, sql`r.day`, await readReminderDays(rows), today)
  return sql`
    select d.*, ${next} as next from (${debts}) d
    left join lateral (
      select step, day from reminded_debts where kind = d.kind and document_id = d.id order by step desc limit 1) r on true`
}

type Asked = Pick<ParsedInputOf<typeof contract.listDue>, 'filters' | 'search'>

type Shown = (typeof contract.DUE_SHOWN)[number] | undefined

/** Reports whether the condition of a choice reads in which step each debt may be reminded. */
const readsNext = (step: Shown): boolean => step !== undefined && step !== 'stopped'

const shownOf = (step: Shown): Sql => {
  if (step === undefined) return sql`true`
  if (step === 'stopped') return sql`closed = 'stopped'`
  if (step === 'later') return sql`next is null and closed is distinct from 'stopped'`
  return sql`next = ${Number(step)}::int and closed is distinct from 'stopped'`
}

/** Selects the customers with overdue debts that the list shows, without their last letters; `next` is null unless a step is asked for. */
async function customers(rows: Rows, today: Day, { filters: { step }, search }: Asked): Promise<Sql> {
  const byStep = readsNext(step)
  const debts = await overdueDebts(rows, today)
  return sql`
    select * from (
      select g.*, v.name, case when exists (select from reminder_stops s where s.customer_id = g.id and s.ended_at is null) then 'stopped'
        when v.email = '' then 'no-address' end as closed
      from (
        select party as id, sum(open)::bigint as overdue, count(*)::int as debts, min(due) as since, max(late)::int as late,
          ${byStep ? sql`max(next)` : sql`null::int`} as next
        from (${byStep ? await withNext(rows, today, debts) : debts}) debts group by party) g
      join customers v on v.id = g.id where ${search === '' ? sql`true` : matchesWords(sql`v.search`, search)}) c
    where ${shownOf(step)}`
}

/** Returns the step in which one of the debts of each of these customers may be reminded today. */
async function readNext(rows: Rows, today: Day, ids: readonly number[]): Promise<Map<number, contract.Due['next']>> {
  const theirs = sql`select * from (${await overdueDebts(rows, today)}) d where d.party = any(${[...ids]}::bigint[])`
  const found = await rows.many<{ id: number; next: contract.Due['next'] }>(sql`
    select party as id, max(next) as next from (${await withNext(rows, today, theirs)}) debts group by party`)
  return new Map(found.map(({ id, next }) => [id, next]))
}

/** The last letter to each customer of `c`. */
const LAST_LETTER = sql`left join lateral (
  select step, day, mail_id from reminders where customer_id = c.id order by id desc limit 1) l on true`

/** The column of each order of the list. Customers without a letter come before the oldest letter. */
const SORTED: Readonly<Record<(typeof contract.DUE_SORTS)[number], Sql>> = {
  overdue: sql`c.overdue`,
  late: sql`c.late`,
  since: sql`c.since`,
  name: sql`c.name collate "und-x-icu"`,
  last: sql`coalesce(l.day, '-infinity'::date)`,
}

export const listDueQuery = query(contract.listDue, async ({ rows, today }, input) => {
  const { sort = 'overdue', descending = input.sort === undefined, page } = input
  const order = sql`order by ${SORTED[sort]} ${raw(descending ? 'desc' : 'asc')}, c.id`
  // only that order reads the last letters of customers on other pages
  const found = await rows.many<contract.Due>(sql`
    select c.*, l.step as "lastStep", l.day as "lastDay", m.status as "lastMail"
    from (select c.* from (${await customers(rows, today, input)}) c ${sort === 'last' ? LAST_LETTER : sql``} ${order} ${pageOf(page, contract.DUE_PAGE)}) c
    ${LAST_LETTER} left join mails m on m.id = l.mail_id ${order}`)
  const shown = found.slice(0, contract.DUE_PAGE)
  const more = found.length > contract.DUE_PAGE
  if (readsNext(input.filters.step)) return { rows: shown, more }
  const ids = shown.map(({ id }) => id)
  const next = await readNext(rows, today, ids)
  return { rows: shown.map((row) => ({ ...row, next: next.get(row.id) ?? null })), more }
})

export const countDueQuery = query(contract.countDue, async ({ rows, today }, input) =>
  countRows(rows, sql`from (${await customers(rows, today, input)}) c`),
)

export const sumDueQuery = query(contract.sumDue, async ({ rows, today }, input) =>
  sumRows(rows, { overdue: sql`c.overdue`, debts: sql`c.debts` }, sql`from (${await customers(rows, today, input)}) c`),
)
