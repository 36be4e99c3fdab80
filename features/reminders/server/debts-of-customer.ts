/** The overdue debts of one customer, from the documents themselves. */
import { debtsOf } from '#features/parties/domain/due.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { readEntries } from '#features/customers/server/account.ts'
import type { Customer } from '#features/customers/domain/contract.ts'
import type { Day } from '#kernel/day.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Debt } from '../domain/contract.ts'
import { DEBT_KINDS, nextStep, type Reminded } from '../domain/reminder.ts'
import { readReminderDays } from './due-list.ts'

type Stop = { reason: string; userName: string; at: string }

/** Returns why the customer gets no reminders, or null. */
export async function readStop(rows: Rows, customerId: number): Promise<Stop | null> {
  const stop = await rows.maybe<Stop>(sql`
    select reason, user_name as "userName", created_at as at from reminder_stops
    where customer_id = ${customerId} and ended_at is null order by id limit 1`)
  return stop ?? null
}

/** Returns the overdue debts of a customer, oldest due day first, each with the step in which it may be reminded today. */
export async function readOverdueDebts(rows: Rows, { id, paymentDays }: Customer, today: Day): Promise<Debt[]> {
  const terms = { own: paymentDays, usual: await readUsualDays(rows, 'customers') }
  const days = await readReminderDays(rows)
  const debts = debtsOf(await readEntries(rows, id), terms, today, await readMatches(rows, 'customers', id))
  const late = debts.flatMap(({ entry, ...debt }) => {
    // a credit note is never open as a charge
    const kind = DEBT_KINDS.find((one) => one === entry.kind)
    return kind && debt.late > 0 ? [{ ...debt, entry: { ...entry, kind } }] : []
  })
  const reminded = await rows.many<Reminded & { kind: string; id: number }>(sql`
    select kind, document_id as id, step, day from reminded_debts
    where (kind, document_id) in (select * from unnest(${late.map(({ entry }) => entry.kind)}::text[], ${late.map(({ entry }) => entry.id)}::bigint[]))
    order by step`)
  // a later step replaces an earlier one
  const last = new Map(reminded.map((one) => [`${one.kind} ${one.id}`, one]))
  return late
    .map(({ entry, open, due, late: lateDays }) => {
      const before = last.get(`${entry.kind} ${entry.id}`) ?? null
      return {
        kind: entry.kind,
        id: entry.id,
        day: entry.date,
        due,
        late: lateDays,
        open,
        lastStep: before && before.step,
        lastDay: before && before.day,
        next: nextStep(lateDays, before, days, today),
      }
    })
    .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : a.id - b.id))
}

/** Returns those debts that a letter of today is about. */
export const readyDebts = (debts: readonly Debt[]): Debt[] => debts.filter(({ next }) => next !== null)

/** Returns the step of a letter: the highest one of its debts. Null without debts. */
export const letterStep = (ready: readonly Debt[]): Debt['next'] =>
  ready.reduce<Debt['next']>((highest, { next }) => (next !== null && next > (highest ?? 0) ? next : highest), null)
