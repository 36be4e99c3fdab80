/** Stores the draft of an inbound invoice on this device for each person, until it is saved. */
import { z } from 'zod'
import { zDay } from '#kernel/day.ts'
import { zCents, zPositiveQuantity, zPrice, zRate } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { draftStore, useStoredDraft } from '#web/ui/form/stored-draft.ts'
import { zGoods } from '#features/supplier-catalogue/domain/goods.ts'
import { goodsForDraft, MOST_INVOICE_LINES } from '../../domain/contract.ts'
import { EMPTY_INVOICE, type InvoiceDraft, withGoods } from '../../domain/invoice-draft.ts'

// a draft that an earlier version of the page stored has no day of the invoice
const zStoredGoods = zGoods.extend({ invoicedOn: zDay.nullable().default(null) })

const zDraft = z.object({
  provider: z.object({ id: z.int(), name: z.string(), label: z.string(), vat: z.string() }).nullable(),
  refcode: z.string(),
  number: z.string(),
  importDate: zDay.nullable(),
  note: z.string(),
  lines: z.array(
    z.object({
      key: z.int(),
      goods: zStoredGoods.nullable(),
      name: z.string(),
      quantity: zPositiveQuantity,
      price: zPrice,
      discount: zRate,
      vat: zRate,
      unread: z
        .object({ quantity: z.string(), price: z.string(), discount: z.string(), vat: z.string() })
        .partial()
        .optional(),
      request: z.object({ id: z.int(), lineNo: z.int() }).optional(),
    }),
  ),
  correctsId: z.int().nullable(),
  // a draft that an earlier version of the page stored has none
  printed: zCents.nullable().default(null),
  file: z.object({ id: z.int(), name: z.string(), net: zCents.nullable(), gross: zCents.nullable() }).optional(),
})

/** The draft of an inbound invoice, which the page `/createinvoice` shows. */
export const INVOICE_DRAFT = draftStore<InvoiceDraft>({
  name: 'invoice-draft',
  shape: zDraft,
  isEmpty: (draft) => draft.lines.length === 0 && JSON.stringify(draft) === JSON.stringify(EMPTY_INVOICE),
  empty: EMPTY_INVOICE,
})

/** Reads the goods of a restored draft, because costs and stock may have changed since. */
function readGoods(found: InvoiceDraft): Promise<(draft: InvoiceDraft) => InvoiceDraft> | null {
  const ids = [...new Set(found.lines.flatMap(({ goods }) => goods?.id ?? []))].slice(0, MOST_INVOICE_LINES)
  if (ids.length === 0) return null
  return askQuery(goodsForDraft, { ids, providerId: found.provider?.id ?? null }).then(
    ({ rows }) =>
      (draft) =>
        withGoods(draft, rows),
  )
}

/** Returns the draft of a new invoice, restored from the last time. */
export const useInvoiceDraft = (personId: number) => useStoredDraft(INVOICE_DRAFT, personId, readGoods)
