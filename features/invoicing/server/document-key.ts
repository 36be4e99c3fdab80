/**
 * Returns the key of a document at the accounting service. The same document has the same key; no two documents share
 * one.
 */
import { createHash } from 'node:crypto'
import type { AccountingDocument } from '#server/integrations/accounting/accounting.ts'

type Content = Omit<AccountingDocument, 'key' | 'series' | 'number'>

/**
 * Returns the content that identifies a document, as one text. Its number, the day and the customer's address are left out: after
 * a restore of an older backup the same document must get the key of the one that was issued.
 */
export function contentOf({ kind, correlatedMark, issuer, customer, lines, net, vat, total }: Content) {
  const whom = customer.vat.replace(/\s/g, '') || customer.name
  const what = lines.map((line) => [line.code, line.name, line.quantity, line.price, line.vatRate, line.net, line.vat])
  return JSON.stringify([kind, correlatedMark, issuer.vat, whom, what, net, vat, total])
}

/** Returns a key made of the installation, the order, the attempt and the content. */
export function documentKey(installation: string, orderId: number, attempt: number, content: Content): string {
  const hash = createHash('sha256').update(contentOf(content)).digest('hex').slice(0, 16)
  return `kerino-${installation}-${orderId}-${attempt}-${hash}`
}
