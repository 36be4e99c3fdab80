/** Writes the default text of a mail with the sheet of an order or offer, in Greek. */
import type { Company } from '#kernel/settings/company.ts'
import type { Paper } from '#kernel/paper.ts'
import { onPaper, paperTexts } from '#server/papers/texts.ts'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { isOffer } from '../../domain/order.ts'

const t = paperTexts('orders')

/** Returns the default text, which a person may replace. */
export function draftOf(order: OrderDetail, sheet: Paper, company: Company): { subject: string; body: string } {
  const kind = isOffer(order.status) ? 'offer' : 'order'
  const valid = kind === 'offer' && order.validUntil ? t('mail.valid', { day: onPaper.day(order.validUntil) }) : ''
  return {
    subject: t('mail.subject', { title: sheet.title, number: sheet.number, company: company.name }),
    body: t(`mail.body-${kind}`, {
      number: sheet.number,
      valid,
      company: [company.name, company.phone].filter(Boolean).join('\n'),
    }),
  }
}
