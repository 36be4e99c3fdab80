/** Reads a driver's day in one answer: open shipments, their stops and customers, and the cash carried. */
import { readBalances } from '#features/customers/server/account.ts'
import { ownShipments } from '#features/shipping/server/own-shipments.ts'
import { CASH_OF_CUSTOMER, type CashOfCustomer, cashPartyOf } from '#features/payments/server/cash-limit.ts'
import { readCashCarried } from '#features/payments/server/cash.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { readCompanyAndShipping } from '#server/company.ts'
import { readCards, SHIPMENT } from '#features/shipping/server/read-shipments.ts'
import type { ShipmentCard } from '#features/shipping/domain/contract.ts'
import { type Quantity, quantity, ZERO_CENTS, ZERO_QUANTITY } from '#kernel/money.ts'
import { type Actor, query } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { readDoneKeys } from '#server/runner/idempotency.ts'
import { type DriverDay, driverDay, MOST_SHIPMENTS, type StopCustomer } from '../domain/contract.ts'

type DayShipment = DriverDay['rounds'][number]

/** Runs at most eight statements for any number of shipments, because a phone reads the day again at every change. */
export const driverDayQuery = query(driverDay, async ({ rows, actor }) => {
  const shipments = await rows.many<DayShipment['shipment'] & Required<Pick<DayShipment, 'back'>>>(sql`
    select ${SHIPMENT}, s.extra, s.distance_m as distance, s.duration_s as duration, s.estimated,
      s.departed_at as "departedAt",
      json_build_object('rests', ${UNDELIVERED}, 'loans', ${TAKEN_BACK}) as back
    from shipments s where s.status = 'PENDING' and ${ownShipments(actor)}
    order by s.id desc limit ${MOST_SHIPMENTS}`)
  const stops = await readCards(
    rows,
    actor,
    shipments.map((shipment) => shipment.id),
  )
  // an order that was planned again belongs to its current shipment
  const cards = stops.flatMap(({ reached, plannedAgain, ...card }) =>
    plannedAgain ? [] : [reached ? card : goodsOnly(card)],
  )
  const { name, address, place, stopMinutes } = await readCompanyAndShipping(rows)
  return {
    rounds: shipments.reverse().map(({ back, ...shipment }) => ({
      shipment,
      orders: cards.flatMap(({ shipmentId, ...card }) => (shipmentId === shipment.id ? [card] : [])),
      back,
    })),
    customers: await readCustomers(
      rows,
      new Map(stops.flatMap((stop) => (stop.reached ? [[stop.customerId, quantity(stop.loanBalance)] as const] : []))),
    ),
    cash: await readCashCarried(rows, actor.userId),
    notCarried: await readNotCarried(
      rows,
      actor,
      stops.map(({ customerId }) => customerId),
    ),
    company: { name, address, place: place ? ([...place] as [number, number]) : null, stopMinutes },
    doneKeys: await readDoneKeys(rows, actor),
  }
})

/** Reduces an order that the driver may no longer read to what is still in the vehicle: its name, goods and total. */
const goodsOnly = <C extends ShipmentCard>(card: C): C => ({
  ...card,
  status: card.outcome ?? card.status,
  label: '',
  phone: '',
  address: '',
  city: '',
  postcode: '',
  driverNote: '',
  expectedDelivery: null,
  hours: '',
  invoiceMode: null,
  loanBalance: ZERO_QUANTITY,
  lat: null,
  lon: null,
})

/**
 * Selects the follow-up orders of the orders of a shipment `s`, which contain what was not delivered. What was missing at
 * packaging was never in the vehicle: its order has an invoice of its own.
 */
const UNDELIVERED = sql`coalesce((
  select json_agg(json_build_object('orderId', f.id, 'name', f.name, 'lines', (
      select json_agg(json_build_object('name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4) order by l.line_no)
      from order_lines l where l.order_id = f.id)) order by f.id)
  from shipment_orders so join orders f on f.follows_order_id = so.order_id and f.invoice_order_id is not null
  where so.shipment_id = s.id and so.outcome = 'SHIPPED'), '[]')`

/** Selects the lent items that drivers took back at the stops of a shipment `s`, without orders sent to planning. */
const TAKEN_BACK = sql`coalesce((
  select json_agg(json_build_object('productId', p.id, 'name', p.name, 'unit', p.unit, 'quantity', b.quantity)
    order by p.name collate "und-x-icu", p.id)
  from (
    select l.product_id, sum(l.quantity_e4)::bigint as quantity
    from loans l join shipment_orders so on so.order_id = l.order_id
    where so.shipment_id = s.id and so.outcome is distinct from 'INVOICED' and l.origin = 'driver' and l.bound = 'INBOUND' and l.created_at >= s.created_at
    group by l.product_id) b join products p on p.id = b.product_id), '[]')`

/**
 * Reads the payments by card and cheque of the last hour, which is longer than a press may be undone. By the days the index finds
 * them without reading all that the customers ever paid.
 */
const readNotCarried = (
  rows: Rows,
  { userId }: Actor,
  customerIds: readonly number[],
): Promise<NonNullable<DriverDay['notCarried']>> =>
  rows.many(sql`
    select p.customer_id as "customerId", p.order_id as "orderId", p.amount_cents as amount, p.done_at as "doneAt"
    from payments p
    where p.customer_id = any(${[...new Set(customerIds)]}::bigint[])
      and p.date >= (now() - interval '2 days')::date and p.user_id = ${userId}::bigint
      and p.carried_by is null and p.done_at > now() - interval '1 hour' and ${STANDING_PAYMENT}
    order by p.id`)

/**
 * Reads customers: what each owes, the last payment, and what is lent and held. `loanBalances` gives the loan balance of
 * each customer to read.
 */
async function readCustomers(rows: Rows, loanBalances: ReadonlyMap<number, Quantity>): Promise<StopCustomer[]> {
  const ids = [...loanBalances.keys()]
  const customers = await rows.many<
    Omit<StopCustomer, 'balance' | 'loanBalance' | 'cash'> & { cash: CashOfCustomer }
  >(sql`
    select ${CASH_OF_CUSTOMER} as cash, c.id, c.name, c.label, c.phone, c.phone2, c.email, c.address, c.city, c.postcode,
      (select json_build_object('id', p.id, 'date', p.date, 'amount', p.amount_cents)
        from payments p where p.customer_id = c.id and ${STANDING_PAYMENT} order by p.date desc, p.id desc limit 1) as "lastPayment",
      coalesce((
        select json_agg(json_build_object('productId', p.id, 'name', p.name, 'unit', p.unit,
            'quantity', lent.balance_e4, 'held', lent.held_e4) order by p.name collate "und-x-icu", p.id)
        from loan_sums lent join products p on p.id = lent.product_id
        where lent.customer_id = c.id and (lent.balance_e4 <> 0 or lent.held_e4 <> 0)), '[]') as loans
    from customers c where c.id = any(${ids}::bigint[]) order by c.id`)
  const balances = await readBalances(rows, ids)
  return customers.map(({ cash, ...customer }) => ({
    ...customer,
    balance: balances.get(customer.id) ?? ZERO_CENTS,
    cash: cashPartyOf(cash, balances.get(customer.id) ?? ZERO_CENTS),
    loanBalance: loanBalances.get(customer.id) ?? ZERO_QUANTITY,
  }))
}
