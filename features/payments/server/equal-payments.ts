/** Finds payments that are recorded already, so that none is recorded twice without a question (C-95). */
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { addDays, type Day } from '#kernel/day.ts'
import type { Cents } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { EQUAL_WITHIN_DAYS, type NewPayment } from '../domain/payment.ts'

/** Over payments `p`: selects those that may be equal to another one. Cash is paid twice on one day without being the same. */
export const MAY_BE_EQUAL: Sql = sql`(p.type <> 'CASH' and ${STANDING_PAYMENT})`

type Wanted = Pick<
  NewPayment,
  'bound' | 'type' | 'amount' | 'date' | 'expireDate' | 'customerId' | 'providerId' | 'salespersonId'
>
type Equal = { readonly id: number; readonly name: string; readonly date: Day; readonly amount: Cents }

/**
 * Refuses a payment of the same party and amount as another one, at most three days apart, and names it, unless `confirmEqual` says that it
 * is a further one. Cheques that expire on different days are different ones. `among` selects the payments `p` with which it is compared.
 */
export async function whyNotEqual(
  rows: Rows,
  { bound, type, amount, date, expireDate, customerId, providerId, salespersonId = null }: Wanted,
  confirmEqual: boolean,
  among: Sql = sql`true`,
): Promise<Refusal | null> {
  if (confirmEqual || type === 'CASH') return null
  const equal = await rows.maybe<Equal>(sql`
    select p.id, p.entity_name as name, p.date, p.amount_cents as amount from payments p
    where p.bound = ${bound} and p.amount_cents = ${amount} and ${MAY_BE_EQUAL} and ${among}
      and (p.type <> 'CHECK' or ${type} <> 'CHECK' or p.expire_date is not distinct from ${expireDate}::date)
      and p.date between ${addDays(date, -EQUAL_WITHIN_DAYS)}::date and ${addDays(date, EQUAL_WITHIN_DAYS)}::date
      and (p.customer_id = kept_customer(${customerId}::bigint) or p.provider_id = kept_provider(${providerId}::bigint)
        or p.salesperson_id = ${salespersonId}::bigint)
    order by abs(p.date - ${date}::date), p.id limit 1`)
  if (!equal) return null
  return refusal('refused', 'payments.equal-exists', {
    paymentId: equal.id,
    name: equal.name,
    date: equal.date,
    amount: equal.amount,
    confirm: 'confirmEqual',
  })
}
