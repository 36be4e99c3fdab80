/** How much money there is now: cash with drivers and in the till, and what has reached the bank. */
import { hidesExpected } from '#features/payments/server/hidden-cash.ts'
import { PAYMENTS_BY_DAY } from '#features/payments/server/post-payments.ts'
import { type Cents, subtractCents } from '#kernel/money.ts'
import type { View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { readCashLine, readLastCount } from './till/read-till.ts'

export type MoneyNow = {
  /** What the till should hold, or its last count if the expected amount is hidden from the person. */
  readonly till: Cents
  readonly counted: boolean
  readonly drivers: Cents
  /** Cash that was brought to the bank. */
  readonly deposits: Cents
  /** Bank transfers and cards, dated until today. */
  readonly transfers: { readonly received: Cents; readonly paid: Cents }
  readonly cards: { readonly received: Cents; readonly paid: Cents }
  /** Cheques dated until today that are no longer open: those of customers less those that we gave. */
  readonly cheques: Cents
}

type Row = { transfersIn: Cents; transfersOut: Cents; cardsIn: Cents; cardsOut: Cents; checks: Cents }

/** Returns the money at the end of today. The totals of days and the open cheques are read, and not the payments of all years. */
export async function readMoneyNow({ rows, actor, today }: View): Promise<MoneyNow> {
  const hidden = await hidesExpected(rows, actor)
  const { till, drivers, bank: deposits } = await readCashLine(rows, today)
  const days = await rows.one<Row>(sql`
    select coalesce(sum(inbound_cents) filter (where type = 'BANK'), 0)::bigint as "transfersIn",
      coalesce(sum(outbound_cents) filter (where type = 'BANK'), 0)::bigint as "transfersOut",
      coalesce(sum(inbound_cents) filter (where type = 'CARD'), 0)::bigint as "cardsIn",
      coalesce(sum(outbound_cents) filter (where type = 'CARD'), 0)::bigint as "cardsOut",
      coalesce(sum(inbound_cents - outbound_cents) filter (where type = 'CHECK'), 0)::bigint as checks
    from ${PAYMENTS_BY_DAY} p where day <= ${today}::date and type <> 'CASH'`)
  const { open } = await rows.one<{ open: Cents }>(sql`
    select coalesce(sum(case when c.given then -c.cents else c.cents end), 0)::bigint as open
    from cheques c join payments p on p.id = c.payment_id
    where ((not c.given and c.state in ('IN-HAND', 'DEPOSITED')) or (c.given and c.state = 'GIVEN')) and p.date <= ${today}::date`)
  return {
    till: hidden ? await readLastCount(rows, today) : till,
    counted: hidden,
    drivers,
    deposits,
    transfers: { received: days.transfersIn, paid: days.transfersOut },
    cards: { received: days.cardsIn, paid: days.cardsOut },
    cheques: subtractCents(days.checks, open),
  }
}
