/**
 * Forbids merges of customers because of their tax documents. An issued document belongs to the VAT number with which it was
 * issued: a later credit note must name the same one. So orders never move to another VAT number once they were invoiced.
 */
import { refusal } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Following, MergeRecord, MergeRule } from '#server/merging/merging.ts'

/** Returns the VAT number without spaces and country code; empty if there is none. */
const vatOf = ({ vat }: MergeRecord['values']): string => plainVat(typeof vat === 'string' ? vat : '')

const hasTaxDocuments = (rows: Rows, customerId: number): Promise<boolean> =>
  rows
    .one<{ issued: boolean }>(sql`
      select exists (select from orders where customer_id = ${customerId} and invoice_mode = 'epsilon')
        or exists (select from orders o join accounting_documents d on d.order_id = o.id
          where o.customer_id = ${customerId} and d.status <> 'FAILED') as issued`)
    .then(({ issued }) => issued)

/** The documents of the orders of a customer. They name the orders, so they follow them, and their content never changes. */
export const documentsOfCustomer: Following = {
  to: 'customers',
  name: 'documents',
  count: (rows, id) =>
    rows
      .one<{ count: number }>(sql`
        select count(*)::int as count
        from orders o join accounting_documents d on d.order_id = o.id where o.customer_id = ${id}`)
      .then(({ count }) => count),
}

export const taxDocumentsOfCustomers: MergeRule = {
  of: 'customers',
  whyNot: async (rows, { kept, merged, after }) => {
    for (const { id, name, values } of [kept, merged]) {
      const isAnotherNumber = vatOf(values) !== '' && vatOf(values) !== vatOf(after)
      if (isAnotherNumber && (await hasTaxDocuments(rows, id)))
        return refusal('refused', 'invoicing.merge-other-vat', { name, vat: values.vat })
    }
    return null
  },
  whyNoUndo: async (rows, { kept, merged, at, moved }) => {
    if (vatOf(kept.values) === vatOf(merged.values)) return null
    const since = await rows.maybe<{ orderId: number }>(sql`
      select order_id as "orderId" from accounting_documents
      where order_id = any(${[...(await moved('orders'))]}::bigint[]) and created_at > ${at}::timestamptz and status <> 'FAILED'
      order by id limit 1`)
    return since && refusal('refused', 'invoicing.undo-merge-invoiced', { orderId: since.orderId, name: kept.name })
  },
}
