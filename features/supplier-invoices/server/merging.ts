/** What of their invoices moves when two providers are merged, and what forbids it. */
import { refusal } from '#kernel/refusal.ts'
import { plainVat } from '#kernel/vat-number.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { MergeRecord, MergeRule, Reference } from '#server/merging/merging.ts'
import { settleMergedCatalogues } from '#features/supplier-catalogue/server/remember.ts'
import { lastBought } from './last-prices.ts'
import { repostMoved } from './post-invoices.ts'

export const referencesToProviders: readonly Reference[] = [
  { to: 'providers', name: 'invoices', table: 'inbound_invoices', column: 'provider_id', kindOfRows: 'invoices' },
  { to: 'providers', name: 'answers', table: 'purchase_answers', column: 'provider_id' },
]

/** Returns the VAT number without spaces and country code; empty if there is none. */
const vatOf = ({ vat }: MergeRecord['values']): string => plainVat(typeof vat === 'string' ? vat : '')

const hasInvoices = (rows: Rows, providerId: number): Promise<boolean> =>
  rows
    .one<{ has: boolean }>(sql`select exists (select from booked_invoices where provider_id = ${providerId}) as has`)
    .then(({ has }) => has)

/** Returns a number that both providers have given to an invoice that is not cancelled, or null. Two invoices of history may have it. */
const numberOfBoth = (rows: Rows, kept: number, merged: number): Promise<{ number: string } | null> =>
  rows
    .maybe<{ number: string }>(sql`
      select m.number from inbound_invoices m join inbound_invoices k on look_alike_key(k.number) = look_alike_key(m.number)
      where m.provider_id = ${merged} and m.type = 'INBOUND' and m.state <> 'CANCELED'
        and k.provider_id = ${kept} and k.type = 'INBOUND' and k.state <> 'CANCELED' and not (m.historic and k.historic)
      order by m.id limit 1`)
    .then((found) => found ?? null)

/**
 * A provider gives each number once (C-51), so two invoices with one number cannot belong to one provider. Invoices belong to the VAT
 * number of the company that wrote them, so they never move to another one.
 */
export const invoicesOfProviders: MergeRule = {
  of: 'providers',
  whyNot: async (rows, { kept, merged, after }) => {
    for (const { id, name, values } of [kept, merged]) {
      const isAnotherNumber = vatOf(values) !== '' && vatOf(values) !== vatOf(after)
      if (isAnotherNumber && (await hasInvoices(rows, id)))
        return refusal('refused', 'purchases.merge-other-vat', { name, vat: values.vat })
    }
    const same = await numberOfBoth(rows, kept.id, merged.id)
    return same && refusal('refused', 'purchases.merge-same-number', { number: same.number })
  },
  // what was moved had its numbers before, and nothing new is written for the merged provider
  whyNoUndo: async () => null,
  settle: async (work, { keptId, mergedId }) => {
    await settleMergedCatalogues(work, { keptId, mergedId, lastBought })
    await repostMoved(work.tx, [keptId, mergedId])
  },
}
