/** What is to be said of a payment in cash (C-92). */
import { readBalances } from '#features/customers/server/account.ts'
import { OPEN_STATUSES } from '#features/orders/domain/order.ts'
import { CASH_FACTS, type CashFacts, cashWarningOf, readCashWarnings } from '#features/orders/server/cash-limit.ts'
import { DOCUMENTS } from '#features/parties/domain/settlement.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import { type Cents, smallerCents, subtractCents, ZERO_CENTS } from '#kernel/money.ts'
import {
  type CashParty,
  type CashWarning,
  cashWarning,
  gravestOf,
  type NamedDocuments,
  NONE_NAMED,
  type OpenDocument,
  warningOfAmount,
} from '#kernel/tax/cash-limit.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { type PaymentParty, usualBound } from '../domain/payment-draft.ts'
import type { NewPayment } from '../domain/payment.ts'
import type { PartyKey } from './matching/settlement.ts'

/** A delivered order of which something is open, or one that is still to be delivered. */
type CashOrder = { readonly id: number; readonly open: Cents; readonly delivered: boolean; readonly facts: CashFacts }

/** What `CASH_OF_CUSTOMER` selects. */
export type CashOfCustomer = { readonly facts: KindFacts; readonly orders: readonly CashOrder[] }

/** Selects of a customer `c` as JSON what the law of cash needs to know. `delivered` selects `id, day, open` of the delivered orders. */
const cashOfCustomer = (delivered: Sql): Sql => sql`json_build_object(
  'facts', json_build_object('vat', c.vat, 'country', c.country, 'taxKind', c.tax_kind),
  'orders', coalesce((
    select json_agg(json_build_object('id', o.id, 'open', w.open, 'delivered', w.delivered, 'facts', ${CASH_FACTS})
      order by w.delivered desc, w.day, o.id)
    from (
      select id, day, open, true as delivered from (${delivered}) charges
      union all
      select n.id, n.created_at::date, n.total_cents - n.credited_cents, false from orders n
      where n.customer_id = c.id and n.status = any(${[...OPEN_STATUSES]}::text[])
    ) w join orders o on o.id = w.id), '[]'))`

const chargesIf = (condition: Sql): Sql => sql`
  select id, day, open from (${openCharges('customers', (column) => sql`${column} = c.id and ${condition}`)}) open where kind = 'order'`

/** The same for phones, which ask often: what is open is read where the job of the debts has written it. */
export const CASH_OF_CUSTOMER: Sql = cashOfCustomer(sql`
  select document_id as id, day, open_cents as open from open_debts e
  where e.customer_id = c.id and e.kind = 'order' and not exists (select from debt_changes x where x.customer_id = c.id)
  union all ${chargesIf(sql`exists (select from debt_changes x where x.customer_id = c.id)`)}`)

/** Returns what the law needs to know of a customer with a balance. What was paid beyond the delivered orders pays the others, oldest first. */
export function cashPartyOf({ facts, orders }: CashOfCustomer, balance: Cents): CashParty {
  let advance = balance < 0 ? subtractCents(ZERO_CENTS, balance) : ZERO_CENTS
  const open = orders.map(({ id, open: whole, delivered, facts: ofOrder }): OpenDocument => {
    const paid = delivered ? ZERO_CENTS : smallerCents(advance, whole)
    advance = subtractCents(advance, paid)
    return { id, open: subtractCents(whole, paid), cashLimit: cashWarningOf(ofOrder) }
  })
  return { business: isBusiness(facts), open: open.filter((one) => one.open > 0), advance }
}

/** Returns what the law needs to know of a party before a payment in cash. Providers are businesses. */
export async function readCashParty(rows: Rows, { kind, id }: PartyKey): Promise<CashParty> {
  if (kind === 'customers') {
    const { cash } = await rows.one<{ cash: CashOfCustomer }>(
      sql`select ${cashOfCustomer(chargesIf(sql`true`))} as cash from customers c where c.id = ${id}`,
    )
    return cashPartyOf(cash, (await readBalances(rows, [id])).get(id) ?? ZERO_CENTS)
  }
  const charges = await rows.many<{ id: number; open: Cents }>(sql`
    select id, open from (${openCharges(kind, (column) => sql`${column} = ${id}`)}) charges
    where kind = any(${[...DOCUMENTS]}::text[]) order by day, kind, id`)
  const warnings = await cashWarningsOfDocuments(
    rows,
    kind,
    charges.map((one) => one.id),
  )
  return {
    business: true,
    open: charges.map((one) => ({ ...one, cashLimit: warnings.get(one.id) ?? null })),
    advance: ZERO_CENTS,
  }
}

/**
 * Returns what the law says of a payment of a party; null if it says nothing. `orderIds` are the orders that it pays by name. Money that goes
 * back is not restricted.
 */
export async function readCashWarning(
  rows: Rows,
  { type, bound, amount }: Pick<NewPayment, 'type' | 'bound' | 'amount'>,
  party: PaymentParty,
  orderIds: readonly number[],
): Promise<CashWarning | null> {
  const { kind, id } = party
  if (type !== 'CASH' || kind === 'salespersons' || bound !== usualBound(kind)) return null
  return warningOfAmount(amount, await readCashParty(rows, { kind, id }), await readNamed(rows, orderIds))
}

/** Returns the orders that a payment names, as the law of cash needs to know them. */
export async function readNamed(rows: Rows, orderIds: readonly number[]): Promise<NamedDocuments> {
  if (orderIds.length === 0) return NONE_NAMED
  const { total } = await rows.one<{ total: Cents }>(
    sql`select coalesce(sum(total_cents), 0)::bigint as total from orders where ${isOneOf(sql`id`, orderIds)}`,
  )
  return { ids: orderIds, total, cashLimit: gravestOf([...(await readCashWarnings(rows, orderIds)).values()]) }
}

/** Returns the warning of each document that cash of a party is matched to: of orders, or of invoices of a provider. */
export async function cashWarningsOfDocuments(
  rows: Rows,
  kind: 'customers' | 'providers',
  ids: readonly number[],
): Promise<ReadonlyMap<number, CashWarning>> {
  if (kind === 'customers') return readCashWarnings(rows, ids)
  const invoices = await rows.many<{ id: number; net: Cents; total: Cents }>(
    sql`select id, goods_cents as net, total_cents as total from inbound_invoices where id = any(${[...ids]}::bigint[])`,
  )
  return new Map(
    invoices.flatMap((invoice) => {
      const warning = cashWarning({ ...invoice, business: true })
      return warning === null ? [] : [[invoice.id, warning] as const]
    }),
  )
}
