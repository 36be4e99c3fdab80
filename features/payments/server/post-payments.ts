/** Posts payments to the ledger of money: on the account of their party, against the till, the cash of a driver, a bank, cards or cheques. */
import { type Documents, post, repost } from '#features/ledger/server/post.ts'
import { raw, type Rows, type Sql, sql } from '#server/db/database.ts'
import { literal } from '#server/db/literal.ts'
import type { PaymentType } from '../domain/payment.ts'

/** The account of money of each type of payment. Cash that a driver carries has one of its own until it is handed over. */
const ACCOUNT_OF: Readonly<Record<PaymentType, string>> = {
  CASH: 'till',
  BANK: 'bank',
  CARD: 'cards',
  CHECK: 'cheques',
}
const ACCOUNTS = Object.entries(ACCOUNT_OF)

/** Returns the branches of a `case`. */
const cases = (pairs: readonly (readonly [string, string])[]): Sql =>
  raw(pairs.map(([value, result]) => `when ${literal(value)} then ${literal(result)}`).join(' '))

/** Payments `y` as they post. A counter-entry answers the payment that it cancels. */
export const paymentsPosted = (which: Sql): Documents => ({
  source: 'payment',
  of: sql`
  select y.id as document_id, y.date as day,
    case when y.customer_id is not null then 'customers' when y.provider_id is not null then 'providers'
      when y.salesperson_id is not null then 'salespersons' else 'others' end as account,
    coalesce(y.customer_id, y.provider_id) as party_id, case y.bound when 'Inbound' then -y.amount_cents else y.amount_cents end as cents,
    0::bigint as net_cents, 0::bigint as vat_cents, y.amount_cents as total_cents, 0::bigint as cost_cents, y.refcode, y.bound, y.type,
    false as red, y.salesperson_id, 0 as commission_bp, y.receipt_code as reference, y.cancels_id as answers_id,
    y.import_id is not null as historic,
    case when y.type = 'CASH' and y.carried_by is not null then 'carried' else case y.type ${cases(ACCOUNTS)} end end as against,
    case when y.type = 'CASH' then y.carried_by end as against_party, case when y.type = 'BANK' then y.bank_name else '' end as against_reference
  from payments y where ${which}`,
})

/** What payments of each type brought in and took out on each day: `type, day, inbound_cents, outbound_cents`. */
export const PAYMENTS_BY_DAY: Sql = sql`(
  select case account when 'carried' then 'CASH' ${cases(ACCOUNTS.map(([type, account]) => [account, type]))} end as type, day, inbound_cents,
    outbound_cents
  from account_days where account <> 'missing')`

/** Posts a payment that has just been recorded. */
export const postPayment = (tx: Rows, id: number): Promise<void> => post(tx, paymentsPosted(sql`y.id = ${id}`))

/** Posts the payments of parties again that a merge or its undo moved. No other command changes a payment. */
export function repostMoved(tx: Rows, account: 'customers' | 'providers', partyIds: readonly number[]): Promise<void> {
  const moved = sql`
    select y.id from postings q join payments y on y.id = q.document_id
    where q.account = ${account} and q.party_id = any(${[...partyIds]}::bigint[]) and q.ended_at is null and q.source = 'payment'
      and coalesce(y.customer_id, y.provider_id) <> q.party_id`
  return repost(tx, sql`p.document_id in (${moved})`, paymentsPosted(sql`y.id in (${moved})`))
}
