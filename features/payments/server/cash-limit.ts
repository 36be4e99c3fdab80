/** What is to be said of a payment in cash (C-92). */
import { readCashWarnings } from '#features/orders/server/cash-limit.ts'
import { DOCUMENTS } from '#features/parties/domain/settlement.ts'
import { openCharges } from '#features/ledger/server/open-charges.ts'
import type { Cents } from '#kernel/money.ts'
import { type CashWarning, cashWarning, gravestOf, type OpenDocument, warningOfAmount } from '#kernel/tax/cash-limit.ts'
import { isBusiness, type KindFacts } from '#kernel/tax/customer-kind.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { type PaymentParty, usualBound } from '../domain/payment-draft.ts'
import type { NewPayment } from '../domain/payment.ts'
import type { PartyKey } from './matching/settlement.ts'

/** Reports whether the other side of a payment is a business. Providers are. */
async function isOfBusiness(rows: Rows, { kind, id }: PartyKey): Promise<boolean> {
  if (kind === 'providers') return true
  const customer = await rows.maybe<KindFacts>(
    sql`select vat, country, tax_kind as "taxKind" from customers where id = ${id}`,
  )
  return customer === null || isBusiness(customer)
}

/** What the law needs to know of a party before a payment in cash. */
export type CashParty = { readonly business: boolean; readonly open: OpenDocument[] }

/** Returns whether a party is a business, and its open documents, oldest first. */
export async function readCashParty(rows: Rows, party: PartyKey): Promise<CashParty> {
  const charges = await rows.many<{ id: number; open: Cents }>(sql`
    select id, open from (${openCharges(party.kind, (column) => sql`${column} = ${party.id}`)}) charges
    where kind = any(${[...DOCUMENTS]}::text[]) order by day, kind, id`)
  const warnings = await cashWarningsOfDocuments(
    rows,
    party.kind,
    charges.map(({ id }) => id),
  )
  return {
    business: await isOfBusiness(rows, party),
    open: charges.map(({ id, open }) => ({ open, cashLimit: warnings.get(id) ?? null })),
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
  if (orderIds.length > 0) return gravestOf([...(await readCashWarnings(rows, orderIds)).values()])
  return warningOfAmount(amount, await readCashParty(rows, { kind, id }))
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
