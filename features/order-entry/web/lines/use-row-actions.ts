/** Changes to the lines from their rows, and what a person can undo of them. */
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { say } from '#web/ui/say.tsx'
import { toggleLending } from '../../domain/draft-loans.ts'
import { type Discounts, discountedPrice, sourceOf, withDiscount } from '../../domain/draft-prices.ts'
import { takeNewPrice } from '../../domain/draft-refresh.ts'
import {
  changeLine,
  type DraftLine,
  type DraftLoan,
  EMPTY_DRAFT,
  moveLine,
  type OrderDraft,
  removeLine,
  restoreLine,
} from '../../domain/order-draft.ts'
import type { RowActions } from './DraftRow.tsx'
import type { Pressed } from './LineMenu.tsx'

/** Says what is lent with a line after a press, or why nothing can be lent. */
function lendingText(
  t: TFunction<'order-entry'>,
  { product }: DraftLine,
  before: OrderDraft,
  after: OrderDraft,
): string {
  if (product.lendables.length === 0) return t('lend.none')
  if (after === before) return t('lend.no-quantity')
  const isLent = after.loans.length > before.loans.length
  const names = (isLent ? after : before).loans
    .filter((loan) => loan.originProductId === product.id)
    .map((loan) => `${showQuantity(loan.quantity ?? 0)} ${loan.name}`)
  return t(isLent ? 'said.lent' : 'said.not-lent', { names: names.join(', ') })
}

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
      percent: (key, discount) => {
        const line = lineOf(key)
        if (line) setDraft((before) => changeLine(before, key, withDiscount(line.product, discount)))
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
        say.changed(latest.current.t('said.removed', { name: line.product.name }), () =>
          setDraft((before) => restoreLine(before, line, linesBefore, loansBefore)),
        )
      },
      lend: (key, materialId) => {
        const line = lineOf(key)
        if (!line) return
        const { lines: linesBefore, loans: loansBefore, t: words } = latest.current
        const { id } = line.product
        const draft = { ...EMPTY_DRAFT, lines: linesBefore, loans: loansBefore }
        const after = toggleLending(draft, id, materialId)
        setDraft((before) => toggleLending(before, id, materialId))
        say.note(lendingText(words, line, draft, after))
      },
      note: (key, note) => setDraft((before) => changeLine(before, key, { note })),
      openNote: (key) => {
        const field = document.querySelector<HTMLInputElement>(`input[data-note="${key}"]`)
        // a field that opens takes the cursor itself
        if (field) field.focus()
        else setDraft((before) => changeLine(before, key, { note: '' }))
      },
      step: (key, by) =>
        setDraft((before) => moveLine(before, key, before.lines.findIndex((line) => line.key === key) + by)),
      place: (key, to) => setDraft((before) => moveLine(before, key, to)),
      next: () => entry.current?.focus(),
      open: (what, key, button) => setPressed({ what, key, button }),
    }
  }, [setDraft, entry, setPressed])
}
