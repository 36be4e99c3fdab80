/** Gives programs the totals of reports, under the names of the specification and in euros. */
import { z } from 'zod'
import { zDay } from '#kernel/day.ts'
import { zText } from '#kernel/contract.ts'
import { PLACES, toNumber } from '#kernel/money.ts'
import { listDocumentCodesQuery } from '#features/settings/server/document-codes.ts'
import type { Actor } from '#server/command.ts'
import { paperNames } from '#server/papers/texts.ts'
import type { Runner } from '#server/runner.ts'
import { BUCKETS, type ReportRow } from '../domain/frame.ts'
import { economicsQuery } from './economics.ts'
import { salesQuery } from './sales.ts'

const usualNames = paperNames('code', 'settings')
const nameOfType = paperNames('type', 'payments')

/** Returns the usual name of a code, or the code if it has none. */
function nameOfCode(code: ReportRow['values'][string] | undefined): string {
  const key = String(code ?? '').replaceAll('.', '_')
  const name = usualNames(key)
  return name === key ? String(code ?? '') : name
}

const zPeriod = { from: zDay, to: zDay }
export const zTotalsAsked = z.strictObject({ ...zPeriod, refcode: zText(30).optional() })
export const zSalesAsked = z.strictObject({ ...zPeriod, period: z.enum(BUCKETS) })

const euros = (cents: ReportRow['values'][string] | undefined): number => toNumber(Number(cents ?? 0), PLACES.cents)
const amountsOf = ({ net, vat, total }: ReportRow['values']) => ({
  totalProductsAmmount: euros(net),
  totalVat: euros(vat),
  totalAmmount: euros(total),
})

/**
 * Returns one row for each code of orders, of inbound invoices and of payments with their type, over the documents of a period, as the
 * page of economics shows them. `type` is that of the payment, and "Orders" or "Invoices" otherwise. `description` is the name that the
 * company gave the code, or else the usual Greek name of the code or of the type of the payment.
 */
export async function readTotals(runner: Runner, actor: Actor, { from, to, refcode }: z.output<typeof zTotalsAsked>) {
  const { tables } = await runner.ask(economicsQuery, { from, to }, actor)
  const { codes } = await runner.ask(listDocumentCodesQuery, {}, actor)
  const named = ({ refcode: code }: ReportRow['values']) => ({
    refcode: code,
    description: codes.find((one) => one.code === code)?.name || nameOfCode(code),
  })
  const rowsOf = (table: string) =>
    (tables[table] ?? []).filter(({ values }) => refcode === undefined || values['refcode'] === refcode)
  const documents = (table: string, type: string) =>
    rowsOf(table).map(({ values }) => ({ ...named(values), type, bound: null, ...amountsOf(values) }))
  const payments = (table: string, bound: string) =>
    rowsOf(table).map(({ values }) => ({
      ...named(values),
      description: nameOfType(String(values['type'])),
      type: values['type'],
      bound,
      ...amountsOf({ net: values['total'] ?? 0, vat: 0, total: values['total'] ?? 0 }),
    }))
  return [
    ...documents('orders', 'Orders'),
    ...documents('invoices', 'Invoices'),
    ...payments('inbound', 'Inbound'),
    ...payments('outbound', 'Outbound'),
  ]
}

/** Returns the sales of each day, week, month or year of a period. `period` is the day on which it begins. */
export async function readSales(runner: Runner, actor: Actor, { from, to, period }: z.output<typeof zSalesAsked>) {
  const { tables } = await runner.ask(salesQuery, { from, to, by: period }, actor)
  return (tables['course'] ?? []).map(({ key, values }) => ({
    period: key,
    ...amountsOf({ ...values, net: values['amount'] ?? 0 }),
  }))
}
