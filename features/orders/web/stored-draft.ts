/** The draft of a new order, kept on this device for each person until it is saved. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { zPrice, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { zAddress } from '../domain/contract.ts'
import { EMPTY_DRAFT, type OrderDraft, PRICE_KINDS } from './order-draft.ts'

const zLendable = z.object({
  materialId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  perUnit: zQuantity,
  cost: zUnitPrice.nullable(),
})
const zProduct = z.object({
  id: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  vat: zRate,
  salesPrice: zPrice,
  b2bSalesPrice: zPrice,
  costPrice: zUnitPrice.nullable(),
  stock: zQuantity,
  lendables: z.array(zLendable),
})
const zDraft = z.object({
  customer: z
    .object({ id: z.int(), name: z.string(), label: z.string(), phone: z.string(), vat: z.string() })
    .nullable(),
  description: z.string(),
  driverNote: z.string(),
  deliveryAddress: zAddress,
  expectedDelivery: z.string().nullable(),
  validUntil: z.string().nullable(),
  lines: z.array(
    z.object({
      key: z.int(),
      product: zProduct,
      quantity: zQuantity.nullable(),
      salesPrice: zPrice.nullable(),
      source: z.object({ kind: z.enum(PRICE_KINDS), rate: zRate.nullable() }),
    }),
  ),
  loans: z.array(
    z.object({
      productId: z.int(),
      originProductId: z.int(),
      name: z.string(),
      sku: z.string(),
      unit: z.string(),
      quantity: zQuantity.nullable(),
    }),
  ),
})

const keyOf = (personId: number): string => `order-draft:${personId}`
const PAUSE_MS = 300

/** The stored draft of a person; null when there is none or this version of the page cannot read it. */
export function readDraft(personId: number, storage: Storage = localStorage): OrderDraft | null {
  const text = storage.getItem(keyOf(personId))
  if (text === null) return null
  const read = z.string().transform((raw, context): unknown => {
    try {
      return JSON.parse(raw)
    } catch {
      // Somebody else's text under our key is no draft.
      context.addIssue({ code: 'custom', message: 'format' })
      return z.NEVER
    }
  })
  const result = read.pipe(zDraft).safeParse(text)
  return result.success ? result.data : null
}

/** Nothing typed: told without reading hundreds of lines. */
const isEmpty = (draft: OrderDraft): boolean =>
  draft.lines.length === 0 && JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)

/** Keeps a draft, or forgets it when there is nothing in it. */
export function storeDraft(personId: number, draft: OrderDraft | null, storage: Storage = localStorage): void {
  if (draft === null || isEmpty(draft)) storage.removeItem(keyOf(personId))
  else storage.setItem(keyOf(personId), JSON.stringify(draft))
}

/** The draft of a new order with what was left from last time; `forget` starts anew. */
export function useStoredDraft(personId: number) {
  const [found] = useState(() => readDraft(personId))
  const [draft, setDraft] = useState<OrderDraft>(found ?? EMPTY_DRAFT)
  const [restored, setRestored] = useState(found !== null)
  const latest = useRef(draft)

  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => storeDraft(personId, draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [personId, draft])

  // Leaving within the pause must not lose the last keystrokes.
  useEffect(() => {
    const now = () => storeDraft(personId, latest.current)
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [personId])

  const forget = useCallback(() => {
    latest.current = EMPTY_DRAFT
    storeDraft(personId, null)
    setDraft(EMPTY_DRAFT)
    setRestored(false)
  }, [personId])
  return { draft, setDraft, restored, forget }
}
