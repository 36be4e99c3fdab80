/** The key of a document at the accounting service: the same for the same document, and never that of another one. */
import { createHash } from 'node:crypto'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'

type Content = Omit<AccountingDocument, 'key'>

/**
 * What makes a document this one, in one text. Without its day and without the address of the customer: the same document
 * written again after yesterday's copy was restored must find the one that was issued.
 */
export function contentOf({ kind, correlatedMark, series, number, issuer, customer, lines, net, vat, total }: Content) {
  const whom = customer.vat.replace(/\s/g, '') || customer.name
  const what = lines.map((line) => [line.code, line.name, line.quantity, line.price, line.vatRate, line.net, line.vat])
  return JSON.stringify([kind, correlatedMark, series, number, issuer.vat, whom, what, net, vat, total])
}

/** Names the installation, the order, the attempt and the content. */
export function documentKey(installation: string, orderId: number, attempt: number, content: Content): string {
  const hash = createHash('sha256').update(contentOf(content)).digest('hex').slice(0, 16)
  return `kerino-${installation}-${orderId}-${attempt}-${hash}`
}
