/** Writes a tax document in Greek, for the PDF, the print and the mail, as it was issued. */
import { plainVat } from '#kernel/vat-number.ts'
import { cents, priceDecimals, subtractCents } from '#kernel/money.ts'
import type { Paper, PaperTable } from '#kernel/paper.ts'
import { refuse } from '#kernel/refusal.ts'
import { HOME } from '#kernel/tax/country.ts'
import { isPaidAtOnce } from '#kernel/tax/payment-ways.ts'
import type { TaxParty } from '#kernel/tax/tax-document.ts'
import type { DocumentKind } from '#features/orders/domain/order.ts'
import { roundedRates, vatOfDocument } from '#features/orders/domain/paper/sheet.ts'
import { paper, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperNames, paperTexts } from '#server/papers/texts.ts'
import { documentPaper } from '../../domain/paper-contract.ts'
import { BUYER_OWES_VAT } from '../../domain/tax/document-type.ts'
import { UNDER_WAY } from '../../domain/document.ts'
import { BY_FILE, TEST_ONLY, WAITING_FOR_PERSON } from '../../domain/ways.ts'
import type { StoredRequest } from '../stored-request.ts'
import { codeBlock } from './code-block.ts'

export type IssuedDocument = {
  readonly orderId: number
  readonly kind: DocumentKind
  /** Null for a document that was not issued. */
  readonly mark: string | null
  readonly errorCode: string | null
  readonly uid: string | null
  readonly authenticationCode: string | null
  readonly qrUrl: string | null
  readonly request: StoredRequest
  /** True if it was handed over without its MARK, because the connection was lost. */
  readonly withoutMark: boolean
}

const t = paperTexts('invoicing')
/** The headings that a tax document has in common with the sheet of an order. */
const shared = paperTexts('orders')
const frame = paperTexts()
const typeName = paperNames('tax.type', 'invoicing')
const paymentWay = paperNames('tax.payment-way', 'invoicing')
const unitName = paperNames('paper.unit', 'orders')

const said = (texts: typeof t, key: string, value: string | null | undefined): string =>
  value ? texts(key, { value }) : ''
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ')

/** Reads an issued document. Refuses one that was not issued (C-32). */
export async function readIssued(view: Pick<View, 'rows'>, id: number): Promise<IssuedDocument> {
  const document = await readPrintable(view, id)
  return document.mark === null ? refuse('missing', 'invoicing.no-paper') : document
}

/**
 * Reads a document that may be printed: an issued one, one of the test environment, one whose MARK a person enters, or one that
 * is handed over without its MARK. The papers of the last three say that the tax office does not know them (C-32).
 */
async function readPrintable({ rows }: Pick<View, 'rows'>, id: number): Promise<IssuedDocument> {
  const document = await rows.maybe<IssuedDocument>(sql`
    select order_id as "orderId", kind, mark, error_code as "errorCode", uid, authentication_code as "authenticationCode", qr_url as "qrUrl", request, failure_at is not null as "withoutMark"
    from accounting_documents where id = ${id} and (status = 'ACKNOWLEDGED' or error_code = any(${[TEST_ONLY, ...WAITING_FOR_PERSON]}::text[])
      or (failure_at is not null and status = any(${[...UNDER_WAY]}::text[]))) and request ? 'lines'`)
  return document ?? refuse('missing', 'invoicing.no-paper')
}

/** Returns the name of the document and its number, as papers and mails say them. */
export const titleOf = ({ kind, request }: IssuedDocument) => ({
  title: request.type === undefined ? t(`title.${kind}`) : typeName(request.type.replace('.', '-')),
  number: `${request.series} ${request.number}`.trim(),
})

/** Returns the warning at the top of a document that the tax office does not know. */
function marksOf({ mark, errorCode, withoutMark }: IssuedDocument): string[] {
  if (mark !== null) return []
  if (errorCode === TEST_ONLY) return [t(`paper-mark.${TEST_ONLY}`)]
  return [t(`paper-mark.${withoutMark ? 'without-mark' : BY_FILE}`)]
}

export async function readDocumentPaper(view: Pick<View, 'rows' | 'today'>, id: number): Promise<Paper> {
  const document = await readPrintable(view, id)
  const { request } = document
  const framed = await framePaper(view.rows, view.today, {
    ...titleOf(document),
    name: request.customer.name ?? '',
    facts: [
      { label: t('fact.day'), value: onPaper.day(request.day) },
      ...(request.dueDay === undefined || isPaidAtOnce(request.paymentWay ?? 0)
        ? []
        : [{ label: t('fact.due'), value: onPaper.day(request.dueDay) }]),
      ...(request.paymentWay === undefined
        ? []
        : [{ label: t('fact.payment'), value: paymentWay(String(request.paymentWay)) }]),
      ...(request.correlatedMark ? [{ label: t('fact.correlated'), value: request.correlatedMark }] : []),
      { label: t('fact.order'), value: String(document.orderId) },
    ],
    marks: marksOf(document),
    parties: [
      {
        heading: shared('party.customer'),
        name: request.customer.name ?? '',
        lines: linesOf(request.customer, shared),
      },
      ...(request.deliveryPlace ? [{ heading: shared('party.delivery'), name: request.deliveryPlace, lines: [] }] : []),
    ],
    blocks: [linesTable(request), ...exemptions(request), totals(request), await codeBlock(view.rows, document)],
  })
  const { issuer } = request
  // the company as it was when the document was issued
  return { ...framed, company: { ...framed.company, name: issuer.name ?? '', lines: linesOf(issuer, frame) } }
}

/** Returns the lines below the name of a party, in the words of `texts`. */
function linesOf(party: Partial<TaxParty>, texts: typeof t): string[] {
  const street = [party.street, party.streetNumber].filter(Boolean).join(' ')
  const town = [party.postcode, party.city].filter(Boolean).join(' ')
  const country = party.country && party.country !== HOME ? party.country : ''
  const vat = party.vat ? (country ? `${country} ${party.vat}` : plainVat(party.vat)) : ''
  return [
    party.profession ?? '',
    [street, town, country].filter(Boolean).join(', '),
    joined(
      said(texts, texts === frame ? 'vat' : 'party.vat', vat),
      said(texts, texts === frame ? 'tax-office' : 'party.tax-office', party.taxOffice),
      said(frame, 'gemi', party.gemi),
    ),
    joined(said(texts, texts === frame ? 'phone' : 'party.phone', party.phone), party.email ?? ''),
  ].filter(Boolean)
}

const column = paperColumns(shared)

function linesTable({ lines }: StoredRequest): PaperTable {
  const decimals = priceDecimals(lines.map(({ price }) => price))
  return {
    kind: 'table',
    heading: '',
    columns: [
      column('place', 6, 'right'),
      column('sku', 24),
      column('name', null),
      column('quantity', 14, 'right'),
      column('unit', 9),
      column('price', 15, 'right'),
      column('net', 17, 'right'),
      column('vat', 9, 'right'),
      column('vat-amount', 15, 'right'),
    ],
    rows: [
      ...lines.map((line, at) => [
        String(at + 1),
        line.code,
        line.name,
        onPaper.quantity(line.quantity),
        unitName(line.unit),
        onPaper.price(line.price, decimals),
        onPaper.amount(line.net),
        onPaper.rate(line.vatRate),
        onPaper.amount(subtractCents(cents(line.vat), cents(line.vatRounding ?? 0))),
      ]),
      ...roundedRates(vatOfDocument(lines)).map(({ rate, rounding }) => {
        const shown = onPaper.rate(rate)
        return ['', '', shared('vat-rounding', { rate: shown }), '', '', '', '', shown, onPaper.amount(rounding)]
      }),
    ],
    sums: [],
  }
}

/** Says why lines have no VAT, by the code of the reason. */
function exemptions({ lines }: StoredRequest): Paper['blocks'] {
  const codes = [...new Set(lines.flatMap(({ exemption }) => (exemption ? [exemption] : [])))].toSorted((a, b) => a - b)
  if (codes.length === 0) return []
  return [
    {
      kind: 'notes',
      heading: t('exemptions'),
      lines: codes.map((code) => t(code === BUYER_OWES_VAT ? 'buyer-owes' : 'exemption', { code })),
    },
  ]
}

function totals({ lines, net, vat, total }: StoredRequest): Paper['blocks'][number] {
  const rates = vatOfDocument(lines)
  return {
    kind: 'totals',
    rows: [
      { label: shared('total.net'), value: onPaper.euro(net) },
      { label: shared('total.vat'), value: onPaper.euro(vat) },
      { label: t('total'), value: onPaper.euro(total) },
    ],
    beside: {
      kind: 'table',
      heading: shared('vat-analysis'),
      columns: [column('vat-rate', 20), column('vat-net', 26, 'right'), column('vat-amount', 22, 'right')],
      rows: rates.map((row) => [onPaper.rate(row.rate), onPaper.amount(row.net), onPaper.amount(row.vat)]),
      sums: [[shared('vat-sum'), onPaper.amount(net), onPaper.amount(vat)]],
    },
  }
}

export const documentPaperMaker = paper(documentPaper, (view, { id }) => readDocumentPaper(view, id))
