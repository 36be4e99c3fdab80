/** Writes the paper of an inbound invoice or a request in Greek, for the print view and the PDF. */
import { priceDecimals } from '#kernel/money.ts'
import type { PaperTable } from '#kernel/paper.ts'
import { paper } from '#server/command.ts'
import { framePaper } from '#server/papers/frame.ts'
import { onPaper, paperColumns, paperTexts } from '#server/papers/texts.ts'
import { type Invoice, invoicePaper } from '../domain/list-contract.ts'
import { readInvoice } from './queries.ts'

const t = paperTexts('purchases')

const column = paperColumns(t)

const linesTable = ({ lines, showsVat }: Invoice): PaperTable => {
  const decimals = priceDecimals(lines.map(({ price }) => price))
  return {
    kind: 'table',
    heading: '',
    columns: [
      column('place', 6, 'right'),
      column('sku', 25),
      column('name', null),
      column('quantity', 17, 'right'),
      column('unit', 9),
      column('price', 17, 'right'),
      column('discount', 12, 'right'),
      ...(showsVat ? [column('vat', 10, 'right')] : []),
      column('net', 22, 'right'),
    ],
    rows: lines.map((line, at) => [
      String(at + 1),
      line.sku,
      line.name,
      onPaper.quantity(line.quantity),
      t(`unit.${line.unit}`),
      onPaper.price(line.price, decimals),
      line.discount > 0 ? onPaper.rate(line.discount) : '',
      ...(showsVat ? [onPaper.rate(line.vatRate)] : []),
      onPaper.amount(line.net),
    ]),
    sums: [],
  }
}

export const invoicePaperMaker = paper(invoicePaper, async (view, { id }) => {
  const invoice = await readInvoice(view, id)
  const isRequest = invoice.type === 'REQUEST-PM'
  return framePaper(view.rows, view.today, {
    title: t(isRequest ? 'title.request' : 'title.invoice'),
    number: invoice.number || String(invoice.id),
    name: invoice.providerName,
    closes: false,
    facts: [
      { label: t('fact.import-date'), value: onPaper.day(invoice.importDate) },
      { label: t('fact.refcode'), value: invoice.refcode },
      { label: t('fact.entered-by'), value: invoice.userName },
    ],
    marks: invoice.state === 'CANCELED' ? [t('mark.canceled')] : [],
    parties: [
      {
        heading: t('party.provider'),
        name: invoice.providerName,
        lines: [
          invoice.providerLabel === invoice.providerName ? '' : invoice.providerLabel,
          invoice.providerVat === '' ? '' : t('party.vat', { value: invoice.providerVat }),
        ].filter(Boolean),
      },
    ],
    blocks: [
      linesTable(invoice),
      {
        kind: 'totals' as const,
        // VAT is shown only for the codes that show it (C-35)
        rows: invoice.showsVat
          ? [
              { label: t('total.goods'), value: onPaper.euro(invoice.goods) },
              { label: t('total.vat'), value: onPaper.euro(invoice.vat) },
              { label: t('total.total'), value: onPaper.euro(invoice.total) },
            ]
          : [{ label: t('total.goods'), value: onPaper.euro(invoice.goods) }],
        beside: null,
      },
      ...(invoice.note === ''
        ? []
        : [{ kind: 'notes' as const, heading: t('remarks'), lines: invoice.note.split('\n') }]),
    ],
  })
})
