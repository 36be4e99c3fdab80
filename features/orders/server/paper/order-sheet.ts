/** Writes the sheet of an order or offer in Greek, for the print view, the PDF and the mail. */
import { orderDetailQuery } from '../order-detail.ts'
import { oneLineAddress } from '#kernel/address.ts'
import { priceDecimals } from '#kernel/money.ts'
import type { Paper, PaperTable } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import { paper, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { fileNameOf, framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperTexts } from '#server/papers/texts.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { MOST_PAPER_LINES, orderSheetPaper, orderSheetsPaper } from '../../domain/paper/contract.ts'
import { orderSheet, type Sheet } from '../../domain/paper/sheet.ts'

type Customer = {
  readonly address: string
  readonly city: string
  readonly postcode: string
  readonly phone: string
  readonly email: string
  readonly profession: string
  readonly vat: string
  readonly taxOffice: string
}

const t = paperTexts('orders')
const labelled = (key: string, value: string): string => (value === '' ? '' : t(key, { value }))
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

/** Reads the current content of the sheet of an order, and the order itself. */
export async function readOrderSheet(view: View, id: number): Promise<{ order: OrderDetail; sheet: Paper }> {
  const { order } = await orderDetailQuery.ask(view, { id })
  const customer = await view.rows.one<Customer>(sql`
    select address, city, postcode, phone, email, profession, vat, tax_office as "taxOffice"
    from customers where id = ${order.customer.id}`)
  const sheet = orderSheet(order)
  return {
    order,
    sheet: await framePaper(view.rows, view.today, {
      title: t(`title.${sheet.kind}`),
      number: String(order.id),
      name: order.name,
      facts: [
        { label: t('fact.written'), value: onPaper.day(sheet.writtenOn) },
        ...(sheet.validUntil ? [{ label: t('fact.valid-until'), value: onPaper.day(sheet.validUntil) }] : []),
        ...(sheet.expectedDelivery
          ? [{ label: t('fact.delivery'), value: onPaper.clock(sheet.expectedDelivery) }]
          : []),
      ],
      marks: sheet.marks.map((mark) => t(`mark.${mark}`)),
      parties: partiesOf(order, customer, sheet),
      blocks: [
        linesTable(sheet),
        ...(sheet.lent.length === 0 ? [] : [lentTable(sheet)]),
        totals(sheet),
        ...remarks(sheet.remarks),
      ],
      signatures: [t(`sign.${sheet.kind}-us`), t(`sign.${sheet.kind}-customer`)],
    }),
  }
}

const partiesOf = (order: OrderDetail, customer: Customer, sheet: Sheet): Paper['parties'] => [
  {
    heading: t('party.customer'),
    name: order.name,
    lines: [
      order.label === order.name ? '' : order.label,
      customer.profession,
      oneLineAddress(customer),
      joined(labelled('party.vat', customer.vat), labelled('party.tax-office', customer.taxOffice)),
      joined(labelled('party.phone', customer.phone), customer.email),
    ].filter(Boolean),
  },
  ...(sheet.delivery.length === 0
    ? []
    : [
        {
          heading: t('party.delivery'),
          name: sheet.delivery[0] ?? '',
          lines: [...sheet.delivery.slice(1), labelled('party.phone', sheet.deliveryPhone)].filter(Boolean),
        },
      ]),
]

const column = paperColumns(t)

const UNITS = ['Item', 'KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM']
/** Returns the unit of a product as papers write it. An unknown unit stays as it is stored. */
const unit = (kept: string): string => (UNITS.includes(kept) ? t(`unit.${kept}`) : kept)

const linesTable = ({ lines }: Sheet, decimals = priceDecimals(lines.map(({ price }) => price))): PaperTable => ({
  kind: 'table',
  heading: '',
  columns: [
    column('place', 6, 'right'),
    column('sku', 29),
    column('name', null),
    column('quantity', 15, 'right'),
    column('unit', 8),
    column('price', 17, 'right'),
    column('vat', 9, 'right'),
    column('net', 20, 'right'),
  ],
  rows: lines.map((line, at) => [
    String(at + 1),
    line.sku,
    [line.name, line.lost ? t('lost') : '', line.note].filter(Boolean).join('\n'),
    onPaper.quantity(line.quantity),
    unit(line.unit),
    onPaper.price(line.price, decimals),
    onPaper.rate(line.vat),
    onPaper.amount(line.net),
  ]),
  sums: [],
})

const lentTable = ({ lent }: Sheet): PaperTable => ({
  kind: 'table',
  heading: t('lent'),
  columns: [
    column('sku', 34.5),
    column('name', null),
    column('with', 50),
    column('quantity', 15, 'right'),
    column('unit', 8),
  ],
  rows: lent.map((loan) => [loan.sku, loan.name, loan.with, onPaper.quantity(loan.quantity), unit(loan.unit)]),
  sums: [],
})

const totals = (sheet: Sheet): Paper['blocks'][number] => ({
  kind: 'totals',
  rows: [
    { label: t('total.net'), value: onPaper.euro(sheet.totals.net) },
    { label: t('total.vat'), value: onPaper.euro(sheet.totals.vat) },
    { label: t('total.total'), value: onPaper.euro(sheet.totals.total) },
  ],
  beside: {
    kind: 'table',
    heading: t('vat-analysis'),
    columns: [column('vat-rate', 20), column('vat-net', 26, 'right'), column('vat-amount', 22, 'right')],
    rows: sheet.vat.map((row) => [onPaper.rate(row.rate), onPaper.amount(row.net), onPaper.amount(row.vat)]),
    sums: [[t('vat-sum'), onPaper.amount(sheet.totals.net), onPaper.amount(sheet.totals.vat)]],
  },
})

const remarks = (text: string): Paper['blocks'] =>
  text === '' ? [] : [{ kind: 'notes', heading: t('remarks'), lines: text.split('\n') }]

/** Returns the paper of an order or offer. */
export const orderSheetMaker = paper(orderSheetPaper, async (view, { id }) => (await readOrderSheet(view, id)).sheet)

/** Returns the papers of several orders and offers, in the order of the ids. */
export const orderSheetsMaker = paper(orderSheetsPaper, async (view, input) => {
  const ids = [...new Set(input.ids)]
  const { lines } = await view.rows.one<{ lines: number }>(
    sql`select coalesce(sum(line_count), 0)::int as lines from orders o where ${isOneOf(sql`o.id`, ids)}`,
  )
  if (lines > MOST_PAPER_LINES) refuse('refused', 'orders.too-many-lines', { lines, most: MOST_PAPER_LINES })
  const papers: Paper[] = []
  for (const id of ids) papers.push((await readOrderSheet(view, id)).sheet)
  return { fileName: fileNameOf(`${t('title.sheets')} ${Math.min(...ids)}-${Math.max(...ids)}`), papers }
})
