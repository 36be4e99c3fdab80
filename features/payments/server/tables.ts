/** The data API of payments. Programs write payments under the same rules as the office. */
import { readKeptCustomers } from '#features/customers/server/kept-customer.ts'
import { whyNotHistoric } from '#features/parties/domain/opening-balance.ts'
import { openingDays } from '#features/parties/server/opening-balances.ts'
import { readKeptProviders } from '#features/providers/server/kept-provider.ts'
import { whyNotImportedId } from '#kernel/import/imported-id.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { dataRights } from '#kernel/rights.ts'
import { computed, day, decimal, integer, moment, type RecordOf, text } from '#server/data-api/fields.ts'
import { recordHash } from '#server/data-api/imported.ts'
import { dataTable, fixed, importOf } from '#server/data-api/table.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { parseInput } from '#server/runner/parse-input.ts'
import { recordPayment } from '../domain/contract.ts'
import {
  type NewPayment,
  PAYMENT_BOUNDS,
  PAYMENT_REFCODES,
  PAYMENT_TYPES,
  readPaymentBound,
  whyNotExpires,
  whyNotPaidOn,
} from '../domain/payment.ts'
import { paymentsRights } from '../domain/rights.ts'
import { insertPayment } from './record-payment.ts'

export const owns = [
  'payments',
  'cash_handovers',
  'banks',
  'cheques',
  'open_debts',
  'commission_changes',
  'commission_months',
  'till_closings',
] as const
export const reads = [
  'account_days',
  'customers',
  'debt_changes',
  'inbound_invoices',
  'orders',
  'payment_matches',
  'postings',
  'providers',
  'users',
] as const

const fields = {
  id: integer('p.id'),
  bound: text('p.bound', { required: true, values: PAYMENT_BOUNDS, ignoresCase: true, plainOrder: true }),
  type: text('p.type', { required: true, values: PAYMENT_TYPES, ignoresCase: true, plainOrder: true }),
  ammount: decimal('p.amount_cents', 2, { required: true }),
  series: text('p.series'),
  date: day('p.date', { note: 'Today when left out.' }),
  entity_id: integer(sql`coalesce(p.customer_id, p.provider_id)`, {
    required: true,
    note: 'The id of the customer or provider. Both share one sequence of ids.',
  }),
  salesperson_id: computed(integer('p.salesperson_id')),
  entity_name: computed(text('p.entity_name')),
  refcode: text('p.refcode', { plainOrder: true, note: 'That of the type when left out.' }),
  bankname: text('p.bank_name'),
  expire_date: day('p.expire_date'),
  issuer: text('p.issuer'),
  iban: text('p.iban', { plainOrder: true }),
  receipt_code: text('p.receipt_code', { plainOrder: true }),
  order_id: integer('p.order_id'),
  enteredby: computed(text('p.user_name')),
  created: computed(moment('p.created_at')),
  updated: computed(moment('p.updated_at')),
}

/** Returns whose id a program sent. An unknown one counts as a customer, whose command refuses it. */
async function entityOf(work: Work, id: number): Promise<{ customerId: number } | { providerId: number }> {
  const provider = await work.tx.maybe(
    sql`select id from providers where id = ${id} and not exists (select from customers where id = ${id})`,
  )
  return provider ? { providerId: id } : { customerId: id }
}

/** Returns a payment as a program sent it, with what it left out. */
async function paymentOf(work: Work, record: Omit<RecordOf<typeof fields>, 'id'>): Promise<NewPayment> {
  const bound = readPaymentBound(record.bound ?? '')
  if (!bound) refuse('invalid', 'payments.bound')
  const type = PAYMENT_TYPES.find((one) => one === record.type?.trim().toUpperCase())
  if (!type) refuse('invalid', 'payments.type')
  if (record.entity_id == null) refuse('invalid', 'payments.no-entity')
  const {
    confirmNegative: _,
    confirmAdvance: __,
    confirmEqual: ___,
    refcode,
    ...payment
  } = parseInput(recordPayment.input, {
    bound,
    type,
    amount: record.ammount,
    date: record.date ?? work.today,
    ...(await entityOf(work, record.entity_id)),
    series: record.series ?? '',
    refcode: record.refcode ?? undefined,
    bankName: record.bankname ?? '',
    expireDate: record.expire_date ?? null,
    issuer: record.issuer ?? '',
    iban: record.iban ?? '',
    receiptCode: record.receipt_code ?? '',
    orderId: record.order_id ?? null,
  })
  return { ...payment, refcode: refcode || PAYMENT_REFCODES[type] }
}

/** Writes the payment that a program sent. It cannot answer a question, so its negative amount counts as confirmed. */
async function createPayment(work: Work, record: RecordOf<typeof fields>): Promise<number> {
  const payment = await paymentOf(work, record)
  stopOn(whyNotPaidOn(payment.date, work.today))
  stopOn(whyNotExpires(payment.expireDate, work.today))
  return insertPayment(work, payment, true)
}

/** The fields of an import: the id is that of the earlier system. */
export const importFields = { ...fields, id: integer('p.import_id') }

/**
 * Writes a payment of an earlier system, whatever its day, and returns the number that it gets here and whether it is new. One with an id is
 * written once: the same record again changes nothing, and another one under that id is refused.
 */
export async function importPayment(
  work: Work,
  record: RecordOf<typeof importFields>,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { id: importId = null, ...given } = record
  const hash = recordHash(record)
  if (importId !== null) {
    stopOn(whyNotImportedId(importId))
    const before = await work.tx.maybe<{ id: number; hash: string | null }>(
      sql`select id, import_hash as hash from payments where import_id = ${importId}`,
    )
    // of payments that came before the content was remembered, the id decides
    if (before && (before.hash ?? hash) !== hash) refuse('conflict', 'payments.import-differs', { paymentId: importId })
    if (before) return { id: before.id, isNew: false }
  }
  const payment = await paymentOf(work, given)
  await demandAfterOpening(work, payment)
  const id = await insertPayment(work, payment, true, { importId, importHash: hash })
  return { id, isNew: true }
}

/** Refuses a payment that the opening balance of its party contains. */
async function demandAfterOpening({ tx }: Work, { customerId, providerId, date }: NewPayment): Promise<void> {
  const [kind, given] =
    customerId === null ? (['providers', providerId] as const) : (['customers', customerId] as const)
  if (given === null) return
  const kept = await (kind === 'customers' ? readKeptCustomers : readKeptProviders)(tx, [given])
  const party = kept.get(given)
  if (!party) return
  stopOn(whyNotHistoric(date, (await openingDays(tx, kind, [party.id])).get(party.id), party.name))
}

export const paymentsTable = dataTable({
  name: 'payments',
  note: 'Money received (Inbound) and paid (Outbound). CHECK needs expire_date, bankname and issuer; BANK needs bankname, iban and receipt_code.',
  from: sql`payments p`,
  id: 'id',
  fields,
  read: paymentsRights.read,
  write: { create: paymentsRights.write },
  why: fixed('A payment is never changed or deleted: POST one in the other direction.'),
  names: {
    amount: 'ammount',
    customerId: 'entity_id',
    providerId: 'entity_id',
    bankName: 'bankname',
    expireDate: 'expire_date',
    receiptCode: 'receipt_code',
    orderId: 'order_id',
  },
  create: createPayment,
  imports: importOf({
    right: dataRights.import,
    fields: importFields,
    create: async (work, record) => (await importPayment(work, record)).id,
  }),
})
