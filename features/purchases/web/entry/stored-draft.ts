/** Stores the draft of an inbound invoice on this device for each person, until it is saved. */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zPositiveQuantity, zPrice, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { say } from '#web/ui/say.tsx'
import { type Goods, goodsForDraft, MOST_INVOICE_LINES } from '../../domain/contract.ts'
import { EMPTY_INVOICE, type InvoiceDraft, withGoods } from '../../domain/invoice-draft.ts'

const zGoods = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  providerSku: z.string(),
  category: z.string(),
  unit: z.enum(UNITS),
  vat: zRate,
  cost: zUnitPrice.nullable(),
  costComputed: z.boolean(),
  stock: zQuantity,
  service: z.boolean(),
  lastPrice: zUnitPrice.nullable(),
  lastDiscount: zRate.nullable(),
})

const zDraft = z.object({
  provider: z.object({ id: z.int(), name: z.string(), label: z.string(), vat: z.string() }).nullable(),
  refcode: z.string(),
  number: z.string(),
  importDate: zDay.nullable(),
  note: z.string(),
  lines: z.array(
    z.object({
      key: z.int(),
      goods: zGoods.nullable(),
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
  file: z.object({ id: z.int(), name: z.string(), net: zCents, gross: zCents.nullable() }).optional(),
})

const keyOf = (personId: number): string => `invoice-draft:${personId}`
const PAUSE_MS = 300

/** Returns the stored draft of a person; null if there is none or this version of the page cannot read it. */
export function readInvoiceDraft(personId: number, storage: Storage = localStorage): InvoiceDraft | null {
  const text = storage.getItem(keyOf(personId))
  if (text === null) return null
  const read = z.string().transform((raw, context): unknown => {
    try {
      return JSON.parse(raw)
    } catch {
      // Another value under this key is not a draft.
      context.addIssue({ code: 'custom', message: 'format' })
      return z.NEVER
    }
  })
  const result = read.pipe(zDraft).safeParse(text)
  return result.success ? result.data : null
}

/** Reports whether nothing is typed. */
export const isEmptyInvoice = (draft: InvoiceDraft): boolean =>
  draft.lines.length === 0 && JSON.stringify(draft) === JSON.stringify(EMPTY_INVOICE)

/** Stores a draft, or deletes it when it is empty. The page `/createinvoice` shows it. */
export function storeInvoiceDraft(personId: number, draft: InvoiceDraft | null, storage: Storage = localStorage): void {
  if (draft === null || isEmptyInvoice(draft)) storage.removeItem(keyOf(personId))
  else storage.setItem(keyOf(personId), JSON.stringify(draft))
}

/** Reads the goods of a restored draft once, because costs and stock may have changed since. */
function useFreshGoods(found: InvoiceDraft | null, setDraft: Dispatch<SetStateAction<InvoiceDraft>>): void {
  useEffect(() => {
    const ids = [...new Set(found?.lines.flatMap(({ goods }) => goods?.id ?? []))].slice(0, MOST_INVOICE_LINES)
    if (ids.length === 0) return
    let gone = false
    const ask = () => {
      askQuery(goodsForDraft, { ids, providerId: found?.provider?.id ?? null }).then(
        ({ rows }: { rows: Goods[] }) => {
          if (!gone) setDraft((before) => withGoods(before, rows))
        },
        (error: unknown) => {
          if (!gone) say.failed(error, ask)
        },
      )
    }
    ask()
    return () => {
      gone = true
    }
  }, [found, setDraft])
}

/** Returns the draft of a new invoice, restored from the last time. `replace` sets another and returns the previous one. */
export function useInvoiceDraft(personId: number) {
  const [found] = useState(() => readInvoiceDraft(personId))
  const [draft, setDraft] = useState<InvoiceDraft>(found ?? EMPTY_INVOICE)
  const [restored, setRestored] = useState(found !== null)
  const latest = useRef(draft)
  useFreshGoods(found, setDraft)

  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => storeInvoiceDraft(personId, draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [personId, draft])

  // Leaving the page within the pause must not lose the last keys.
  useEffect(() => {
    const now = () => storeInvoiceDraft(personId, latest.current)
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [personId])

  const replace = useCallback(
    (next: InvoiceDraft): InvoiceDraft => {
      const before = latest.current
      latest.current = next
      storeInvoiceDraft(personId, next)
      setDraft(next)
      setRestored(false)
      return before
    },
    [personId],
  )
  return { draft, setDraft, restored, replace }
}
