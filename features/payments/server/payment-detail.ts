/** One payment with its links, and what the form of a new one shows. */
import { readAccount } from '#features/customers/server/account.ts'
import { readCustomer } from '#features/customers/server/customer-kind.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { readAccount as readProviderAccount } from '#features/providers/server/account.ts'
import { readKeptProvider } from '#features/providers/server/kept-provider.ts'
import { nameOfSalesperson } from '#features/salespersons/server/name-of-salesperson.ts'
import type { Cents } from '#kernel/money.ts'
import { refuse } from '#kernel/refusal.ts'
import { query, type View } from '#server/command.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { type PaymentDetail, paymentDetail, paymentEntry } from '../domain/office-contract.ts'
import { PAYMENT_BOUNDS } from '../domain/payment.ts'
import type { PaymentParty } from '../domain/payment-draft.ts'
import { readCashParty, readNamed } from './cash-limit.ts'
import { readCommissionOwed } from './commission-owed.ts'
import { firstOpenDay } from './till.ts'

/** A payment `e` that is linked to another one, as JSON. */
const ENTRY: Sql = sql`json_build_object('id', e.id, 'date', e.date, 'reason', e.cancel_reason, 'userName', e.user_name,
  'created', e.created_at)`

/** Reads a payment. Refuses one that does not exist. */
export async function readPayment({ rows, today }: Pick<View, 'rows' | 'today'>, id: number): Promise<PaymentDetail> {
  const stored = await rows.maybe<Omit<PaymentDetail, 'counterDay'>>(sql`
    select p.id, p.bound, p.type, p.amount_cents as amount, p.series, p.date, p.customer_id as "customerId",
      p.provider_id as "providerId", p.salesperson_id as "salespersonId", p.entity_name as "entityName", p.refcode, p.bank_name as "bankName",
      p.expire_date as "expireDate", p.issuer, p.iban, p.receipt_code as "receiptCode", p.order_id as "orderId",
      p.user_name as "userName", p.created_at as created,
      (select u.username from users u where u.id = p.carried_by) as "carriedBy",
      (select json_build_object('id', h.id, 'received', h.status = 'RECEIVED') from cash_handovers h where h.id = p.handover_id)
        as handover,
      (select ${ENTRY} from payments e where e.cancels_id = p.id) as "cancelledBy",
      (select ${ENTRY} from payments e where e.id = p.cancels_id) as cancels
    from payments p where p.id = ${id}`)
  if (!stored) return refuse('missing', 'payments.no-payment', { paymentId: id })
  return { ...stored, counterDay: await firstOpenDay(rows, stored, today) }
}

export const paymentDetailQuery = query(paymentDetail, async (view, { id }) => ({
  payment: await readPayment(view, id),
}))

/** Returns the latest payment of a customer, provider or salesperson that stands, or null. */
export const readLastPayment = (rows: Rows, whose: Sql): Promise<{ id: number; date: string; amount: Cents } | null> =>
  rows
    .maybe<{ id: number; date: string; amount: Cents }>(sql`
      select p.id, p.date, p.amount_cents as amount from payments p where ${whose} and ${STANDING_PAYMENT}
      order by p.date desc, p.id desc limit 1`)
    .then((payment) => payment ?? null)

/** Returns the latest series of a direction, or an empty text. */
const readSeries = (rows: Rows, bound: string): Promise<string> =>
  rows
    .maybe<{ series: string }>(sql`
      select series from payments where bound = ${bound} and series <> '' order by id desc limit 1`)
    .then((row) => row?.series ?? '')

async function readParty(rows: Rows, { kind, id }: Pick<PaymentParty, 'kind' | 'id'>) {
  if (kind === 'salespersons') {
    const name = await nameOfSalesperson(rows, id)
    if (name === null) return refuse('missing', 'salespersons.missing', { salespersonId: id })
    const balance = await readCommissionOwed(rows, id)
    return { id, name, balance, lastPayment: await readLastPayment(rows, sql`p.salesperson_id = ${id}`) }
  }
  if (kind === 'customers') {
    const customer = await readCustomer(rows, id)
    const { balance } = await readAccount(rows, id)
    return { id, name: customer.name, balance, lastPayment: await readLastPayment(rows, sql`p.customer_id = ${id}`) }
  }
  const provider = await readKeptProvider(rows, id)
  if (!provider) return refuse('missing', 'payments.no-provider', { providerId: id })
  const { balance } = await readProviderAccount(rows, provider.id)
  const lastPayment = await readLastPayment(rows, sql`p.provider_id = ${provider.id}`)
  return { id: provider.id, name: provider.name, balance, lastPayment }
}

export const paymentEntryQuery = query(paymentEntry, async ({ rows }, { orderId, ...asked }) => {
  const party = await readParty(rows, asked)
  const banks = await rows.many<{ name: string }>(
    sql`select name from banks where hidden_at is null order by name collate "und-x-icu", id`,
  )
  const [inbound, outbound] = [await readSeries(rows, PAYMENT_BOUNDS[0]), await readSeries(rows, PAYMENT_BOUNDS[1])]
  return {
    ...party,
    cash: asked.kind === 'salespersons' ? null : await readCashParty(rows, { kind: asked.kind, id: party.id }),
    named: await readNamed(rows, orderId === null ? [] : [orderId]),
    banks: banks.map(({ name }) => name),
    // the form asks for a series, so a direction without one is offered that of the other
    series: { Inbound: inbound || outbound, Outbound: outbound || inbound },
  }
})
