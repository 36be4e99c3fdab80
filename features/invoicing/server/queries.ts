/** The queries of invoicing. */
import { AWAITS_MARK, type InvoiceMode, REFCODE } from '#features/orders/domain/order.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { vatOfDocument } from '#features/orders/domain/paper/sheet.ts'
import { DOCUMENTS, NEWEST_UNACCEPTED, SHOWN_STATUS } from '#features/orders/server/lock-orders.ts'
import { readCashWarnings } from '#features/orders/server/cash-limit.ts'
import { readCompany } from '#server/company.ts'
import { refuse } from '#kernel/refusal.ts'
import { may } from '#kernel/rights.ts'
import { keptQuery, query, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { PAYMENT_WAYS, type PaymentWay, paymentWayOf } from '#kernel/tax/payment-ways.ts'
import type { TaxParty } from '#kernel/tax/tax-document.ts'
import { readSettings } from '#server/settings.ts'
import { readVatOfOrder } from './charge-vat.ts'
import * as contract from '../domain/contract.ts'
import * as many from '../domain/many-contract.ts'
import { DOUBTS, doubtsOf } from '../domain/sending.ts'
import { TAX_FORM } from '../domain/tax/settings.ts'
import type { StoredRequest } from './stored-request.ts'
import { readWay } from './ways/sending-way.ts'
import { readDoubtFacts } from './vat-facts.ts'
import { prepareDocument, whyNoAccounting } from './write-document.ts'

type Invoice = contract.InvoiceView
/** Returns the texts of a party that are shown. Those that it lacks are empty. */
const partyOf = (party: Partial<TaxParty>): Invoice['issuer'] => {
  const {
    name = '',
    vat = '',
    street = '',
    streetNumber = '',
    city = '',
    postcode = '',
    country = '',
    taxOffice = '',
    profession = '',
    gemi = '',
  } = party
  return { name, vat, street, streetNumber, city, postcode, country, taxOffice, profession, gemi }
}

type Document = Pick<Invoice, 'kind' | 'mark' | 'uid' | 'qrUrl'> & {
  id: number
  status: string
  request: StoredRequest
}

/** Returns a document as it was sent to the accounting service, whatever the order contains now. */
function fromDocument({ id, request, ...document }: Document): Invoice {
  const { series, number, day, issuer, customer, net, vat, total } = request
  const lines = request.lines.map(
    ({ code, name, unit, quantity, price, vatRate, net: amount, vat: tax, vatRounding = 0, exemption = null }) => ({
      code,
      name,
      unit,
      quantity,
      price,
      vatRate,
      net: amount,
      vat: tax,
      vatRounding,
      exemption,
    }),
  )
  return {
    ...document,
    documentId: id,
    type: request.type ?? null,
    paymentWay: request.paymentWay ?? null,
    dueDay: request.dueDay ?? null,
    mode: 'epsilon',
    refcode: REFCODE.epsilon,
    series,
    number,
    day,
    issuer: partyOf(issuer),
    customer: partyOf(customer),
    lines,
    rates: vatOfDocument(lines),
    net,
    vat,
    total,
    reason: null,
  }
}

type Order = Pick<Invoice, 'number' | 'day' | 'lines' | 'net' | 'vat' | 'total' | 'reason'> & {
  customer: Pick<Invoice['customer'], 'name' | 'vat' | 'street' | 'city' | 'postcode'>
  mode: InvoiceMode | null
  refcode: string | null
  status: string
}

/** Builds the invoice from the order itself, for an invoice that never went to the accounting service. */
async function fromOrder({ rows }: View, order: Order, mode: InvoiceMode): Promise<Invoice> {
  const company = await readCompany(rows)
  const { number, day, customer, lines, net, vat, total, reason } = order
  return {
    documentId: null,
    type: null,
    paymentWay: null,
    dueDay: null,
    mode,
    kind: 'invoice',
    status: null,
    refcode: order.refcode ?? REFCODE[mode],
    series: '',
    number,
    day,
    issuer: partyOf({ ...company, street: company.address }),
    customer: partyOf(customer),
    lines,
    rates: vatOfDocument(lines),
    net,
    vat,
    total,
    mark: null,
    uid: null,
    qrUrl: null,
    reason: reason === '' ? null : reason,
  }
}

export const invoicesOfOrderQuery = query(contract.invoicesOfOrder, async (view, { orderId }) => {
  const order = await view.rows.maybe<Order>(sql`
    select o.id as number, o.status, o.invoice_mode as mode, o.refcode, o.invoiced_on as day, o.invoice_reason as reason,
      o.products_cents as net, o.vat_cents as vat, o.total_cents as total,
      json_build_object('name', c.name, 'vat', c.vat, 'street', c.address, 'city', c.city, 'postcode', c.postcode) as customer,
      coalesce((select json_agg(json_build_object('code', l.sku, 'name', l.name, 'unit', l.unit, 'quantity', l.quantity_e4,
          'price', l.sales_price_e4, 'vatRate', l.vat_bp, 'net', l.total_cents, 'vat', l.vat_cents, 'vatRounding', l.vat_rounding_cents, 'exemption', null) order by l.line_no)
        from order_lines l where l.order_id = o.id), '[]') as lines
    from orders o join customers c on c.id = o.customer_id where o.id = ${orderId}`)
  if (!order || (order.status === 'OFFER-DELETE' && !may(view.actor, ordersRights.restoreOffer)))
    return refuse('missing', 'orders.missing', { orderId })
  const documents = await view.rows.many<Document>(sql`
    select d.id, d.kind, ${SHOWN_STATUS} as status, d.mark, d.uid, d.qr_url as "qrUrl", d.request
    from orders o join accounting_documents d on ${DOCUMENTS}
    where o.id = ${orderId} order by d.id desc`)
  const invoices = documents.map(fromDocument)
  // A red invoice, or one that a program set without a document here.
  const isOwn = order.mode !== null && !(order.mode === 'epsilon' && documents.some(({ kind }) => kind === 'invoice'))
  return { invoices: isOwn && order.mode ? [await fromOrder(view, order, order.mode), ...invoices] : invoices }
})

/**
 * Counts the documents that were not accepted, and not all ever sent. An order that was shipped or returned the same day is
 * counted too. The rest of a partial delivery is not: it belongs to the invoice of the order it follows.
 */
export const invoicesUnderWayQuery = keptQuery(contract.invoicesUnderWay, ({ rows, today }) =>
  rows.one<{ sending: number; awaitsMark: number; acceptedToday: number; failed: number }>(sql`
    select count(*) filter (where ${SHOWN_STATUS} in ('WAITING', 'SENDING', 'UNKNOWN'))::int as sending,
      count(*) filter (where ${SHOWN_STATUS} = ${AWAITS_MARK})::int as "awaitsMark",
      count(*) filter (where d.status in ('FAILED', 'CONFLICT') and not d.test)::int as failed,
      (select count(*)::int from orders
        where invoice_mode = 'epsilon' and invoiced_on = ${today}::date and invoice_order_id is null) as "acceptedToday"
    from accounting_documents d join orders o on o.id = d.order_id
    where ${NEWEST_UNACCEPTED} and o.status = 'READY-TO-INVOICE'`),
)

export const customersInDoubtQuery = query(many.customersInDoubt, async ({ rows, today }, { ids }) => {
  const orders = await readDoubtFacts(rows, ids, today)
  return {
    customers: DOUBTS.flatMap((doubt) => {
      const those = Map.groupBy(
        orders.filter((order) => doubtsOf(order).includes(doubt)),
        ({ customer }) => customer.id,
      )
      return [...those.values()].flatMap((of) =>
        of.slice(0, 1).map(({ customer, askedAt }) => ({
          ...customer,
          doubt,
          askedAt: doubt === 'unverified' ? askedAt : null,
          orderIds: of.map(({ orderId }) => orderId),
        })),
      )
    }),
  }
})

export const documentProblemsQuery = query(contract.documentProblems, async ({ rows, today }, { orderId }) => {
  const order = await rows.maybe(sql`select id from orders where id = ${orderId}`)
  if (!order) return refuse('missing', 'orders.missing', { orderId })
  const prepared = await prepareDocument({ rows, today }, orderId, 'invoice')
  const way = await rows.one<{ own: PaymentWay | ''; ofCustomer: PaymentWay | '' }>(sql`
    select o.payment_way as own, c.payment_way as "ofCustomer" from orders o join customers c on c.id = o.customer_id where o.id = ${orderId}`)
  const usual = (await readSettings(rows, TAX_FORM)).paymentWay
  const vat = await readVatOfOrder(rows, orderId, today)
  return {
    problems: 'problems' in prepared ? [...prepared.problems] : [],
    vat: {
      charged: vat.charged,
      servicesKeep: vat.servicesKeep,
      takenOff: vat.takenOff,
      stays: vat.stays?.code ?? null,
    },
    paymentWay: { own: way.own, usual: paymentWayOf('', { ofCustomer: way.ofCustomer, usual }) },
  }
})

export const problemsOfManyQuery = query(many.problemsOfMany, async ({ rows, today }, { ids }) => {
  const found = await rows.many<{ id: number; name: string }>(sql`
    select o.id, c.name from orders o join customers c on c.id = o.customer_id where ${isOneOf(sql`o.id`, ids)} order by o.id`)
  const warnings = await readCashWarnings(rows, ids)
  const orders: many.OrderInDoubt[] = []
  for (const { id, name } of found) {
    const prepared = await prepareDocument({ rows, today }, id, 'invoice')
    const problems = 'problems' in prepared ? [...prepared.problems] : []
    const inCash = 'content' in prepared && prepared.content.paymentWay === PAYMENT_WAYS.cash
    const cashLimit = inCash ? (warnings.get(id) ?? null) : null
    if (problems.length > 0 || cashLimit !== null) orders.push({ id, name, problems, cashLimit })
  }
  return { orders }
})

export const accountingStateQuery = query(contract.accountingState, async ({ rows }) => ({
  missing: await whyNoAccounting(rows),
  way: await readWay(rows),
}))
