/** Stores the draft of a new order on this device for each person, until it is saved. */
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { MOST_LINES, productsForLines } from '#features/products/domain/contract.ts'
import { UNITS } from '#features/products/domain/product.ts'
import { zPrice, zQuantity, zRate, zUnitPrice } from '#kernel/money.ts'
import { askQuery } from '#web/api.ts'
import { say } from '#web/ui/say.tsx'
import { typedShape } from '#web/records/typed-values.ts'
import { ORDER_FIELDS } from '#features/orders/domain/fields.ts'
import { refreshDraft } from '../domain/draft-refresh.ts'
import { EMPTY_DRAFT, type OrderDraft, PRICE_KINDS } from '../domain/order-draft.ts'

const zLendable = z.object({
  materialId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.enum(UNITS),
  perUnit: zQuantity,
  recipeUnit: z.enum(UNITS).optional(),
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
  service: z.boolean().optional(),
  lendables: z.array(zLendable),
})
const zSource = z.object({ kind: z.enum(PRICE_KINDS), rate: zRate.nullable() })
const zDraft = z.object({
  customer: z
    .object({ id: z.int(), name: z.string(), label: z.string(), phone: z.string(), vat: z.string() })
    .nullable(),
  ...typedShape(ORDER_FIELDS),
  addressChosen: z.boolean().optional(),
  deliveryFrom: z.enum(['proposal', 'person']).optional(),
  lines: z.array(
    z.object({
      key: z.int(),
      product: zProduct,
      quantity: zQuantity.nullable(),
      salesPrice: zPrice.nullable(),
      source: zSource,
      note: z
        .string()
        .optional()
        .transform((note) => note || undefined),
      lost: z.literal(true).optional(),
      changed: z.object({ kept: zPrice.nullable(), before: zPrice, now: zPrice, source: zSource }).optional(),
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
      chosen: z.object({ quantity: zQuantity, pieces: zQuantity }).optional(),
      confirmed: z.boolean().optional(),
    }),
  ),
}) as unknown as z.ZodType<OrderDraft>

const keyOf = (personId: number): string => `order-draft:${personId}`
const PAUSE_MS = 300

/** Returns the stored draft of a person; null if there is none or this version of the page cannot read it. */
export function readDraft(personId: number): OrderDraft | null {
  const text = localStorage.getItem(keyOf(personId))
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

/** Reports whether nothing is typed, without reading hundreds of lines. */
export const isEmpty = (draft: OrderDraft): boolean =>
  draft.lines.length === 0 && JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)

/** Stores a draft, or deletes it when it is empty. */
export function storeDraft(personId: number, draft: OrderDraft | null): void {
  if (draft === null || isEmpty(draft)) localStorage.removeItem(keyOf(personId))
  else localStorage.setItem(keyOf(personId), JSON.stringify(draft))
}

/** Reads the goods of a restored draft once, because costs and list prices may have changed since. */
function useRefreshedGoods(found: OrderDraft | null, setDraft: Dispatch<SetStateAction<OrderDraft>>): void {
  useEffect(() => {
    const ids = [...new Set(found?.lines.map((line) => line.product.id))].slice(0, MOST_LINES)
    if (ids.length === 0) return
    let gone = false
    const ask = () => {
      askQuery(productsForLines, { ids }).then(
        ({ rows }) => {
          if (!gone) setDraft((before) => refreshDraft(before, rows))
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

/**
 * Returns the draft of a new order, restored from the last time. `replace` sets another and returns the previous one.
 */
export function useStoredDraft(personId: number) {
  const [found] = useState(() => readDraft(personId))
  const [draft, setDraft] = useState<OrderDraft>(found ?? EMPTY_DRAFT)
  const [restored, setRestored] = useState(found !== null)
  const latest = useRef(draft)
  useRefreshedGoods(found, setDraft)

  useEffect(() => {
    latest.current = draft
    const timer = setTimeout(() => storeDraft(personId, draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [personId, draft])

  // Leaving the page within the pause must not lose the last keys.
  useEffect(() => {
    const now = () => storeDraft(personId, latest.current)
    window.addEventListener('pagehide', now)
    return () => {
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [personId])

  const replace = useCallback(
    (next: OrderDraft): OrderDraft => {
      const before = latest.current
      latest.current = next
      storeDraft(personId, next)
      setDraft(next)
      setRestored(false)
      return before
    },
    [personId],
  )
  return { draft, setDraft, restored, replace }
}
