/** Reads which payments of a party settle which documents. */
import { readEntries as readCustomerEntries } from '#features/customers/server/account.ts'
import { type Match, settle, type SettledEntry, type Settlement } from '#features/parties/domain/settlement.ts'
import { readMatches } from '#features/ledger/server/matches.ts'
import { readEntries as readProviderEntries } from '#features/providers/server/account.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { PaymentBound, PaymentType } from '../../domain/payment.ts'
import type { Cents } from '#kernel/money.ts'

/** The party of a payment. */
export type PartyKey = { readonly kind: 'customers' | 'providers'; readonly id: number }

export type PartyEntry = SettledEntry & {
  readonly id: number
  readonly type: string | null
  readonly reference: string
}

export type PartySettlement = Settlement<PartyEntry> & { readonly matches: readonly Match[] }

/** Returns the entries of a party, oldest first, and what people matched. */
export async function readParts(
  rows: Rows,
  { kind, id }: PartyKey,
): Promise<{ entries: readonly PartyEntry[]; matches: readonly Match[] }> {
  const isCustomer = kind === 'customers'
  const entries: readonly PartyEntry[] = isCustomer
    ? await readCustomerEntries(rows, id)
    : await readProviderEntries(rows, id)
  const matches = await readMatches(rows, kind, id)
  return { entries, matches }
}

export async function readSettlement(rows: Rows, party: PartyKey): Promise<PartySettlement> {
  const { entries, matches } = await readParts(rows, party)
  return { ...settle(entries, matches), matches }
}

/** A payment with what decides whether it can be matched. */
export type PaymentOfParty = {
  readonly id: number
  readonly bound: PaymentBound
  readonly type: PaymentType
  readonly amount: Cents
  readonly customerId: number | null
  readonly providerId: number | null
  readonly isCancelled: boolean
}

/** Reads a payment, locked until the commit if `lock` is true. Null if there is none with a party. */
export async function readPaymentOfParty(
  rows: Rows,
  id: number,
  lock = false,
): Promise<{ payment: PaymentOfParty; party: PartyKey } | null> {
  const payment = await rows.maybe<PaymentOfParty>(sql`
    select p.id, p.bound, p.type, p.amount_cents as amount, p.customer_id as "customerId", p.provider_id as "providerId",
      p.cancels_id is not null or exists (select from payments c where c.cancels_id = p.id) as "isCancelled"
    from payments p where p.id = ${id} ${lock ? sql`for update of p` : sql``}`)
  if (!payment) return null
  const { customerId, providerId } = payment
  if (customerId !== null) return { payment, party: { kind: 'customers', id: customerId } }
  return providerId === null ? null : { payment, party: { kind: 'providers', id: providerId } }
}
