/** The receipt of a payment in Greek, for the print view, the PDF and the mail. */
import { writeMail } from '#features/mail/server/write-mail.ts'
import { readCompany } from '#server/company.ts'
import type { Paper } from '#kernel/paper.ts'
import { shownIban } from '#kernel/settings/checks.ts'
import { command, paper, query, type View } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { framePaper } from '#server/papers/frame.ts'
import { PDF_TYPE } from '#server/papers/pdf.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import { paymentsEntity } from '../../domain/entity.ts'
import { mailReceipt, type PaymentDetail, paymentReceipt, receiptDraft } from '../../domain/office-contract.ts'
import { readPayment } from '../payment-detail.ts'

const t = paperTexts('payments')

/** The customer or provider on the paper. */
type Addressee = {
  readonly name: string
  readonly address: string
  readonly vat: string
  readonly taxOffice: string
  readonly email: string
}

const readAddressee = async ({ rows }: Pick<View, 'rows'>, payment: PaymentDetail): Promise<Addressee> => {
  const columns = sql`name, concat_ws(', ', nullif(address, ''), nullif(concat_ws(' ', nullif(postcode, ''), nullif(city, '')), ''))
    as address, vat, tax_office as "taxOffice", email`
  const found = await rows.maybe<Addressee>(
    payment.providerId === null
      ? sql`select ${columns} from customers where id = ${payment.customerId}::bigint`
      : sql`select ${columns} from providers where id = ${payment.providerId}`,
  )
  return found ?? { name: payment.entityName, address: '', vat: '', taxOffice: '', email: '' }
}

/** Returns which kind of party the receipt names. */
const partyOf = ({ providerId, salespersonId }: PaymentDetail): 'customer' | 'provider' | 'salesperson' =>
  salespersonId !== null ? 'salesperson' : providerId === null ? 'customer' : 'provider'

/** Returns the number by which people name the receipt. */
const numberOf = ({ receiptCode, series, id }: PaymentDetail): string =>
  receiptCode || [series, String(id)].filter(Boolean).join(' ')

/** Returns the details of the way of payment, as rows of name and value. */
const detailsOf = (payment: PaymentDetail): readonly (readonly [string, string])[] =>
  [
    ['bank', payment.bankName],
    ['iban', payment.iban === '' ? '' : shownIban(payment.iban)],
    ['issuer', payment.issuer],
    ['expires', payment.expireDate === null ? '' : onPaper.day(payment.expireDate)],
    ['order', payment.orderId === null ? '' : String(payment.orderId)],
  ].flatMap(([key = '', value = '']) => (value === '' ? [] : [[t(`detail.${key}`), value] as const]))

/** Reads the receipt of a payment and the address to which it is mailed. */
async function readReceipt(view: Pick<View, 'rows' | 'today'>, id: number) {
  const payment = await readPayment(view, id)
  const addressee = await readAddressee(view, payment)
  const kind = payment.bound === 'Inbound' ? 'received' : 'paid'
  const isCancelled = payment.cancelledBy !== null || payment.cancels !== null
  const sheet: Paper = await framePaper(view.rows, view.today, {
    title: t(`title.${payment.cancels === null ? kind : 'counter-entry'}`),
    number: numberOf(payment),
    name: addressee.name,
    closes: false,
    facts: [
      { label: t('fact.date'), value: onPaper.day(payment.date) },
      { label: t('fact.series'), value: payment.series },
      { label: t('fact.entered-by'), value: payment.userName },
    ].filter(({ value }) => value !== ''),
    marks: isCancelled ? [t('mark.cancelled')] : [],
    parties: [
      {
        heading: t(`party.${partyOf(payment)}`),
        name: addressee.name,
        lines: [
          addressee.address,
          addressee.vat === '' ? '' : t('party.vat', { value: addressee.vat }),
          addressee.taxOffice === '' ? '' : t('party.tax-office', { value: addressee.taxOffice }),
        ].filter(Boolean),
      },
    ],
    blocks: [
      {
        kind: 'table',
        heading: '',
        columns: [
          { heading: t('column.what'), width: 60, align: 'left' },
          { heading: t('column.value'), width: null, align: 'left' },
        ],
        rows: [[t('detail.type'), t(`type.${payment.type}`)], ...detailsOf(payment).map((row) => [...row])],
        sums: [],
      },
      { kind: 'totals', rows: [{ label: t(`total.${kind}`), value: onPaper.euro(payment.amount) }], beside: null },
      ...(isCancelled
        ? [
            {
              kind: 'notes' as const,
              heading: t('reason'),
              lines: [payment.cancelledBy?.reason ?? payment.cancels?.reason ?? ''].filter(Boolean),
            },
          ]
        : []),
    ],
    signatures: [t('signature.given'), t('signature.taken')],
  })
  return { payment, addressee, sheet }
}

export const paymentReceiptMaker = paper(paymentReceipt, async (view, { id }) => (await readReceipt(view, id)).sheet)

export const receiptDraftQuery = query(receiptDraft, async (view, { id }) => {
  const { payment, addressee } = await readReceipt(view, id)
  const company = await readCompany(view.rows)
  const places = { number: numberOf(payment), company: company.name, day: onPaper.day(payment.date) }
  const kind = payment.bound === 'Inbound' ? 'received' : 'paid'
  return {
    to: addressee.email,
    subject: t(`mail.subject-${kind}`, places),
    body: t(`mail.body-${kind}`, {
      ...places,
      amount: onPaper.euro(payment.amount),
      company: [company.name, company.phone].filter(Boolean).join('\n'),
    }),
  }
})

/** Mails the receipt as it is at this moment. */
export const mailReceiptCommand = command(mailReceipt, async (work, { id, to, subject, body }) => {
  const { sheet } = await readReceipt({ rows: work.tx, today: work.today }, id)
  const mailId = await writeMail(work, {
    entity: paymentsEntity,
    entityId: id,
    to,
    subject,
    body,
    attachment: { name: sheet.fileName, mediaType: PDF_TYPE, content: await work.pdfOf(sheet) },
  })
  work.record({ entity: 'payments', id, changes: { mail: [null, 'WAITING'] }, note: to })
  return { mailId }
})
