/** Changes to the lines from their rows, and what a person can undo of them. */
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '#web/ui/say.tsx'
import { type Discounts, discountedPrice, sourceOf } from '../domain/draft-prices.ts'
import { takeNewPrice } from '../domain/draft-refresh.ts'
import {
  changeLine,
  type DraftLine,
  type DraftLoan,
  type OrderDraft,
  removeLine,
  restoreLine,
} from '../domain/order-draft.ts'
import type { RowActions } from './DraftRow.tsx'
import type { Pressed } from './LineMenu.tsx'

/** Returns the same functions for all rows at every render, because new functions would render every row again. */
export function useRowActions(
  lines: readonly DraftLine[],
  loans: readonly DraftLoan[],
  discounts: Discounts,
  setDraft: Dispatch<SetStateAction<OrderDraft>>,
  entry: RefObject<HTMLInputElement | null>,
  setPressed: (pressed: Pressed) => void,
): RowActions {
  const { t } = useTranslation('order-entry')
  const latest = useRef({ lines, loans, discounts, t })
  useEffect(() => {
    latest.current = { lines, loans, discounts, t }
  })
  return useMemo((): RowActions => {
    const lineOf = (key: number) => latest.current.lines.find((line) => line.key === key)
    return {
      quantity: (key, quantity) => setDraft((before) => changeLine(before, key, { quantity })),
      price: (key, salesPrice) => {
        const line = lineOf(key)
        if (line)
          setDraft((before) => changeLine(before, key, { salesPrice, source: sourceOf(salesPrice, line.product) }))
      },
      discount: (key) => {
        const rate = latest.current.discounts.customer
        const line = lineOf(key)
        if (!line) return
        const salesPrice = discountedPrice(line.product, rate)
        setDraft((before) => changeLine(before, key, { salesPrice, source: { kind: 'customer', rate } }))
      },
      renew: (key) => setDraft((before) => takeNewPrice(before, key)),
      remove: (key) => {
        const line = lineOf(key)
        if (!line) return
        const { lines: linesBefore, loans: loansBefore } = latest.current
        setDraft((before) => removeLine(before, key))
        entry.current?.focus()
        say.done(latest.current.t('said.removed', { name: line.product.name }), () =>
          setDraft((before) => restoreLine(before, line, linesBefore, loansBefore)),
        )
      },
      next: () => entry.current?.focus(),
      open: (what, key, button) => setPressed({ what, key, button }),
    }
  }, [setDraft, entry, setPressed])
}
