/** Writes what the demo company paid to providers and salespersons, the cheques that it gave, and the closings of the till. */
import { countedAmount, type Piece, PIECES } from '#features/cash-desk/domain/till.ts'
import { postDeposit } from '#features/cash-desk/server/till/post-deposits.ts'
import { readTill } from '#features/cash-desk/server/till/read-till.ts'
import { PAYMENT_REFCODES, type PaymentType } from '#features/payments/domain/payment.ts'
import { postClosing } from '#features/payments/server/post-cash.ts'
import { repostAll } from '#features/reports/server/prove-ledger.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { type Cents, cents, percentOf, rate, subtractCents } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import { at } from '../calendar.ts'
import { Dice } from '../dice.ts'
import { iban } from '../numbers.ts'
import { insertRows } from './insert-rows.ts'
import { PAYMENT_COLUMNS } from './payment-columns.ts'

const SEED = 38_000_001
const CLERK = 'logistirio@kerino.demo'
const ISSUER = 'Κηροπλαστείο Κέρινο Ι.Κ.Ε.'
const BANK = 'Τράπεζα Υμηττού'
/** How long after the invoice a cheque expires. */
const CHEQUE_DAYS = 75
/** How many days ago the till was closed, the oldest first. Later days stay open, so that payments of these days can be entered. */
const CLOSED = [96, 82, 68] as const

type Paid = {
  readonly ago: number
  readonly type: PaymentType
  readonly amount: Cents
  readonly name: string
  readonly providerId: number | null
  readonly salespersonId: number | null
  readonly expires: Day | null
}

type Bill = { id: number; providerId: number; name: string; ago: number; total: Cents }

/** Returns how older invoices of providers were paid: by bank, by cheque, in part, or not yet. */
async function billsPaid(tx: Rows, today: Day): Promise<Paid[]> {
  const bills = await tx.many<Bill>(sql`
    select id, provider_id as "providerId", provider_name as name, ${today}::date - import_date as ago, total_cents as total
    from booked_invoices where total_cents > 0 and ${today}::date - import_date > 20 order by import_date, id`)
  return bills.flatMap(({ providerId, name, ago, total }, place): Paid[] => {
    const paid = { name, providerId, salespersonId: null, expires: null }
    if (place % 5 === 4) return []
    if (place % 5 === 1 || place % 5 === 3)
      return [
        { ...paid, type: 'CHECK' as const, amount: total, ago: ago - 14, expires: addDays(today, CHEQUE_DAYS - ago) },
      ]
    const amount = place % 5 === 2 ? percentOf(total, rate(6000)) : total
    return [{ ...paid, type: 'BANK' as const, amount, ago: Math.max(1, ago - 28) }]
  })
}

/** Returns what three salespersons were paid: two percent of what they sold more than a month ago, in whole tens of euros. */
async function commissionsPaid(tx: Rows, today: Day): Promise<Paid[]> {
  const sold = await tx.many<{ id: number; name: string; sold: Cents }>(sql`
    select s.id, trim(s.name || ' ' || s.surname) as name, sum(o.products_cents)::bigint as sold
    from salespersons s join customers c on c.salesperson_id = s.id join orders o on o.customer_id = c.id
    where o.status = 'SHIPPED' and sale_day(o.invoiced_on, o.shipped_on, o.created_at) < ${addDays(today, -30)}::date
    group by s.id order by s.id limit 3`)
  return sold
    .map(({ id, name, sold: total }, place) => ({
      name,
      providerId: null,
      salespersonId: id,
      expires: null,
      type: 'BANK' as const,
      amount: cents(Math.floor(percentOf(total, rate(200)) / 10_00) * 10_00),
      ago: 12 + place,
    }))
    .filter(({ amount }) => amount > 0)
}

async function writePaid(tx: Rows, { calendar }: DemoCompany, people: People, paid: readonly Paid[]): Promise<void> {
  const dice = new Dice(SEED)
  await insertRows(
    tx,
    'payments',
    { ...PAYMENT_COLUMNS, provider_id: 'bigint', salesperson_id: 'bigint' },
    paid
      .toSorted((a, b) => b.ago - a.ago)
      .map(({ ago, type, amount, name, providerId, salespersonId, expires }, place) => ({
        ...people(CLERK),
        bound: 'Outbound',
        type,
        amount_cents: amount,
        date: calendar.day(-ago),
        provider_id: providerId,
        salesperson_id: salespersonId,
        entity_name: name,
        refcode: PAYMENT_REFCODES[type],
        bank_name: BANK,
        expire_date: expires,
        issuer: type === 'CHECK' ? ISSUER : '',
        iban: type === 'BANK' ? iban(dice) : '',
        receipt_code: type === 'BANK' ? `ΕΜΒ-${2100 + place}` : `ΕΠ-${3100 + place}`,
        created_at: calendar.moment(at(-ago, 13, place % 50)),
        updated_at: calendar.moment(at(-ago, 13, place % 50)),
      })),
  )
}

/** The bank paid the cheques that we gave whose day is over, except the last of them, which bounced and is owed again. */
async function moveCheques(work: Work, { calendar }: DemoCompany, people: People): Promise<void> {
  const { tx, today } = work
  const { user_id: userId, user_name: userName } = people(CLERK)
  const over = await tx.many<{ id: number; expires: Day }>(
    sql`select payment_id as id, expires from cheques where given and expires < ${today}::date order by expires, payment_id`,
  )
  const bounced = over.length > 1 ? over.at(-1) : undefined
  await tx.run(sql`
    update cheques set state = case when payment_id = ${bounced?.id ?? null}::bigint then 'BOUNCED' else 'CASHED' end,
      moved_at = (expires + time '10:00') at time zone 'Europe/Athens', moved_by = ${userId}::bigint, moved_name = ${userName}
    where payment_id = any(${over.map(({ id }) => id)}::bigint[])`)
  if (!bounced) return
  const moment = calendar.moment(at(-1, 10))
  await tx.run(sql`
    insert into payments (bound, type, amount_cents, date, provider_id, entity_name, refcode, bank_name, expire_date, issuer, receipt_code,
      cancels_id, cancel_reason, user_id, user_name, created_at, updated_at)
    select bound, type, -amount_cents, ${calendar.day(-1)}::date, provider_id, entity_name, refcode, bank_name, expire_date, issuer, receipt_code,
      id, 'ακάλυπτη', ${userId}::bigint, ${userName}, ${moment}::timestamptz, ${moment}::timestamptz
    from payments where id = ${bounced.id}`)
}

/** Returns the fewest notes and coins that are worth an amount. */
function piecesOf(amount: Cents): Partial<Record<`${Piece}`, number>> {
  let left: number = amount
  return Object.fromEntries(
    PIECES.flatMap((value) => {
      const count = Math.floor(left / value)
      left -= count * value
      return count > 0 ? [[String(value), count]] : []
    }),
  )
}

/** Closes the till on some past days. In the second closing two euros were missing. After each of them most of the cash went to the bank. */
async function closeTill({ tx }: Work, { calendar }: DemoCompany, people: People): Promise<void> {
  const { user_id: userId, user_name: userName } = people(CLERK)
  for (const [place, ago] of CLOSED.entries()) {
    const day = calendar.day(-ago)
    const { till } = await readTill(tx, day)
    if (till < 10_00) continue
    const pieces = piecesOf(place === 1 ? subtractCents(till, cents(2_00)) : till)
    const closing = await tx.one<{ id: number }>(sql`
      insert into till_closings (day, expected_cents, counted_cents, pieces, note, user_id, user_name, closed_at)
      values (${day}::date, ${till}, ${countedAmount(pieces)}, ${JSON.stringify(pieces)}::jsonb, ${place === 1 ? 'λείπει ένα κέρμα των δύο ευρώ' : ''},
        ${userId}::bigint, ${userName}, ${calendar.moment(at(-ago, 19))}::timestamptz) returning id`)
    await postClosing(tx, closing.id)
    const brought = Math.floor(till / 100_00) * 100_00
    if (brought > 0) {
      const deposit = await tx.one<{ id: number }>(sql`
        insert into till_deposits (day, amount_cents, bank_name, slip, user_id, user_name, created_at)
        values (${calendar.day(1 - ago)}::date, ${brought}, ${BANK}, ${`ΚΑΤ-${410 + place}`}, ${userId}::bigint, ${userName},
          ${calendar.moment(at(1 - ago, 9))}::timestamptz) returning id`)
      await postDeposit(tx, deposit.id)
    }
  }
}

/** Writes the money that the company paid and brought to the bank. */
export async function writeMoney(work: Work, company: DemoCompany, people: People): Promise<void> {
  const { tx, today } = work
  await writePaid(tx, company, people, [...(await billsPaid(tx, today)), ...(await commissionsPaid(tx, today))])
  await moveCheques(work, company, people)
  // the till holds what the ledger says
  await repostAll(tx)
  await closeTill(work, company, people)
}
