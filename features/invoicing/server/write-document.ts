/** Writes the document of an order for the accounting service, and enqueues the job that sends it. */
import {
  type CreditableLine,
  type CreditedPart,
  restOfLine,
  sumOfParts,
} from '#features/orders/domain/crediting/crediting.ts'
import type { DocumentKind } from '#features/orders/domain/order.ts'
import { DOCUMENTS } from '#features/orders/server/lock-orders.ts'
import { readCreditable, writeCredit } from '#features/orders/server/moves/credits.ts'
import { SELLS_GOODS } from '#features/orders/server/order-vat.ts'
import { dueDayOf } from '#features/parties/domain/due.ts'
import { readUsualDays } from '#features/parties/server/due-day.ts'
import { codeProblem } from '#features/products/server/codes/code-problem.ts'
import { readCompany } from '#server/company.ts'
import { oneLineAddress } from '#kernel/address.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { isRetail, type TaxDocumentType } from '#kernel/tax/tax-document.ts'
import type { View, Work } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'
import { readSettings } from '#server/settings.ts'
import type { DocumentStatus } from '../domain/document.ts'
import { type NoAccounting, noAccounting } from '../domain/sending.ts'
import { composeDocument, type Sale, type SoldLine, type Unnumbered } from '../domain/tax/compose.ts'
import type { Forbidden } from '../domain/tax/problems.ts'
import { type Series, seriesOf } from '../domain/tax/series.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import { documentKey } from './document-key.ts'
import { keysOfLost } from './lost/lost-documents.ts'
import { takeNumber } from './numbers/take-number.ts'
import { INSTALLATION, readUnread } from './unread/unread.ts'
import { unionStanding } from './vat-facts.ts'
import { readConnected, readWay } from './ways/sending-way.ts'

export const SEND_JOB = 'invoicing.send-document'

/**
 * Returns why no document can be sent, or null. Files need no connection. A company whose settings say that it has no accounting
 * service is not asked to connect one.
 */
export async function whyNoAccounting(rows: Rows): Promise<NoAccounting | null> {
  const way = await readWay(rows)
  const { configured, test } = await readConnected(rows)
  if (way === 'file' || (way === 'provider-test' ? test : configured))
    return (await readUnread(rows)) === null ? null : 'unread'
  const { accounting } = await readCompany(rows)
  return accounting ? 'not-configured' : 'no-accounting'
}

/** Returns the refusal of a document that cannot be sent, or null. */
export async function accountingMissing({ tx }: Work): Promise<Refusal | null> {
  const why = await whyNoAccounting(tx)
  return why === null ? null : noAccounting(why)
}

type OrderForDocument = Pick<Sale, 'paymentWay' | 'customer' | 'net' | 'vat' | 'total'> & {
  readonly lines: readonly (SoldLine & { readonly lineNo: number })[]
  readonly id: number
  readonly earlier: number
  readonly standing: DocumentStatus | null
  readonly installation: string
  readonly mark: string | null
  /** The type of the issued invoice; null if it is not known. */
  readonly invoiceType: TaxDocumentType | null
  /** The days after which the customer pays; null for those of the company. */
  readonly paymentDays: number | null
  readonly delivery: { readonly address?: string; readonly postcode?: string; readonly city?: string }
}

/** What a credit note takes back of a line. */
export type CreditedLine = CreditedPart & { readonly lineNo: number }

/** A document that may be issued, with what its order says beside it and the series in which it gets its number. */
export type Prepared = {
  readonly kind: DocumentKind
  readonly order: OrderForDocument
  readonly content: Unnumbered
  readonly series: Series
  /** What a credit note in part takes back. */
  readonly credits: readonly CreditedLine[]
  /** True if the document goes to the test environment. Its number is in a series of its own. */
  readonly test: boolean
}

/** Returns the place of delivery on one line; empty if the order has none of its own. */
const placeText = ({ address = '', ...place }: OrderForDocument['delivery']): string =>
  oneLineAddress({ address, ...place })

/** Returns what a document is about: all that was sold, or what a credit note takes back of it. */
function soldBy({ lines, ...order }: OrderForDocument, credits: readonly CreditedLine[] | null) {
  if (credits === null) return { lines, net: order.net, vat: order.vat, total: order.total }
  const parts = new Map(credits.map(({ lineNo, ...part }) => [lineNo, part]))
  const credited = lines.flatMap((line) => {
    const part = parts.get(line.lineNo)
    return part ? [{ ...line, ...part }] : []
  })
  return { lines: credited, ...sumOfParts(credits) }
}

/** Returns what is left of the lines of an order after its credit notes in part. */
const creditsOfAll = (lines: readonly CreditableLine[]): CreditedLine[] =>
  lines.map((line) => ({ lineNo: line.lineNo, ...restOfLine(line) })).filter(({ quantity }) => quantity > 0)

/**
 * Composes the document of an order. Returns the problems that forbid it instead, each with the record and the field that a
 * person must correct. A credit note takes back what earlier ones in part have left, and one in part takes back `parts`.
 */
export async function prepareDocument(
  { rows, today }: Pick<View, 'rows' | 'today'>,
  orderId: number,
  kind: DocumentKind,
  parts: readonly CreditedLine[] = [],
): Promise<Prepared | Forbidden> {
  const company = await readCompany(rows)
  const settings = await readSettings(rows, TAX_FORM)
  const order = await rows.one<OrderForDocument>(sql`
    select o.id, c.payment_days as "paymentDays", json_build_object('own', o.payment_way, 'ofCustomer', c.payment_way) as "paymentWay", o.delivery_address as delivery, o.products_cents as net, o.vat_cents as vat, o.total_cents as total,
      json_build_object('id', c.id, 'name', c.name, 'vat', c.vat, 'address', c.address, 'city', c.city, 'postcode', c.postcode,
        'country', c.country, 'taxKind', c.tax_kind, 'taxOffice', c.tax_office, 'profession', c.profession, 'email', c.email, 'phone', c.phone) as customer,
      coalesce((select json_agg(json_build_object('lineNo', l.line_no, 'code', l.sku, 'name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4,
          'price', l.sales_price_e4, 'vatRate', l.vat_bp, 'net', l.total_cents, 'vat', l.vat_cents, 'vatRounding', l.vat_rounding_cents,
          'service', not ${SELLS_GOODS}, 'lost', l.lost,
          'productId', p.id, 'category', p.category, 'vatClass', p.vat_class,
          'cnCode', case when ${codeProblem(today)} is null then p.cn_code end) order by l.line_no)
        from order_lines l join products p on p.id = l.product_id where l.order_id = o.id), '[]') as lines,
      (select count(*)::int from (
        select d.key from accounting_documents d where d.order_id = o.id union ${keysOfLost(orderId, null)}) k) as earlier,
      (select d.status from accounting_documents d where d.order_id = o.id order by d.id desc limit 1) as standing,
      ${INSTALLATION} as installation,
      (select d.mark from accounting_documents d where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED') as mark,
      (select d.request ->> 'type' from accounting_documents d where ${DOCUMENTS} and d.kind = 'invoice' and d.status = 'ACKNOWLEDGED') as "invoiceType"
    from orders o join customers c on c.id = o.customer_id where o.id = ${orderId}`)
  const credits = kind === 'credit-note' ? creditsOfAll(await readCreditable(rows, orderId)) : parts
  const composed = composeDocument(
    {
      kind: kind === 'invoice' ? 'invoice' : 'credit-note',
      correlatedMark: kind === 'invoice' ? null : order.mark,
      ofReceipt: kind === 'invoice' || order.invoiceType === null ? null : isRetail(order.invoiceType),
      day: today,
      deliveryPlace: placeText(order.delivery),
      dueDay: dueDayOf(today, order.paymentDays, await readUsualDays(rows, 'customers')),
      issuer: company,
      paymentWay: order.paymentWay,
      customer: order.customer,
      refusedByVies: (await unionStanding(rows, order.customer, today)) === 'invalid',
      ...soldBy(order, kind === 'invoice' ? null : credits),
    },
    settings,
  )
  if (!('document' in composed)) return composed
  const { type, day, issuer } = composed.document
  const test = (await readWay(rows)) === 'provider-test'
  return {
    kind,
    order,
    credits: parts,
    content: composed.document,
    series: seriesOf({ type, day, branch: issuer.branch, test }, settings.series),
    test,
  }
}

/**
 * Writes a waiting document with its number and a new key, so that no earlier refused document is taken for it. Documents of a
 * bulk action (`bulk`) are sent after single ones.
 */
export async function writeDocument(
  work: Work,
  { kind, order, content, series, credits, test }: Prepared,
  { note, bulk = false }: { note?: string | null | undefined; bulk?: boolean } = {},
): Promise<void> {
  const { tx } = work
  const taken = await takeNumber(tx, { orderId: order.id, kind }, series)
  const document: AccountingDocument = {
    key: documentKey(order.installation, order.id, order.earlier + 1, content),
    series: taken.series,
    number: taken.number,
    ...content,
  }
  const { id } = await tx.one<{ id: number }>(sql`
    insert into accounting_documents (order_id, kind, key, status, request, series, series_year, branch, number, test)
    values (${order.id}, ${kind}, ${document.key}, 'WAITING', ${JSON.stringify(document)}::jsonb,
      ${taken.series}, ${taken.year}, ${taken.branch}, ${taken.number}, ${test})
    returning id`)
  if (credits.length > 0) await writeCredit(tx, { documentId: id, orderId: order.id }, credits)
  await work.enqueue({ kind: SEND_JOB, payload: { documentId: id }, bulk })
  work.record({
    entity: 'orders',
    id: order.id,
    changes: { document: [order.standing, kind] },
    note,
  })
}
