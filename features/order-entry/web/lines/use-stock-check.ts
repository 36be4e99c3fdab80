/** Reads the stock for the lines and loans of a form, in one query after the last key. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { type Availability, availabilityOf, type Figure, totalNeeds } from '#features/stock/domain/availability.ts'
import { stockFigures } from '#features/stock/domain/contract.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { useAsk } from '#web/query.ts'
import { needsOf } from '#features/orders/domain/order.ts'
import type { DraftLine, DraftLoan } from '../../domain/order-draft.ts'

const STOCK_PAUSE_MS = 300

/**
 * Returns the stock for each line, then for each loan. What is sold and lent of a product counts together (C-77). Typed
 * figures are compared at once, and the server is asked after a pause.
 */
export function useStockCheck(lines: readonly DraftLine[], loans: readonly DraftLoan[], orderId: number | undefined) {
  const needs = useMemo(
    () =>
      needsOf({
        lines: lines.map(({ product, quantity, lost }) => ({
          productId: product.id,
          quantity: quantity ?? ZERO_QUANTITY,
          lost,
        })),
        loans: loans.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? ZERO_QUANTITY })),
      }),
    [lines, loans],
  )
  const wanted = needs.map((need) => `${need.productId}:${need.quantity}`).join()
  const [settled] = useDebouncedValue(wanted, STOCK_PAUSE_MS)
  const productIds = useMemo(
    () => (settled === '' ? [] : [...new Set(settled.split(',').map((part) => Number.parseInt(part, 10)))]),
    [settled],
  )
  const check = useAsk(
    stockFigures,
    {
      productIds: productIds.slice(0, MOST_LINES).sort((a, b) => a - b),
      exceptOrderId: orderId,
    },
    { enabled: productIds.length > 0, keepPrevious: true },
  )

  // A new quantity of the same products reads the stock again, because it may have changed.
  const { refetch } = check
  const asked = useRef({ settled, products: productIds.join() })
  useEffect(() => {
    const before = asked.current
    asked.current = { settled, products: productIds.join() }
    if (before.settled !== settled && before.products === asked.current.products && productIds.length > 0)
      void refetch()
  }, [settled, productIds, refetch])

  const rows = check.data?.rows
  // An answer counts only if it is about all goods in the form.
  const asksFor = new Set(productIds)
  const answered =
    rows !== undefined &&
    !check.isPlaceholderData &&
    check.error === null &&
    needs.every((need) => asksFor.has(need.productId))
  return useMemo(() => {
    const answers = new Map((rows ?? []).map((row) => [row.productId, row]))
    const known = new Map(lines.map(({ product }): [number, Figure] => [product.id, product]))
    // a material that is only lent has no figure before the first answer, and is not shown as short until then
    const figures = new Map(
      [...totalNeeds(needs)].map(([id, wants]): [number, Figure] => [
        id,
        answers.get(id) ?? known.get(id) ?? { stock: wants },
      ]),
    )
    const available = availabilityOf(needs, figures)
    const checked = needs.map(({ productId }) => available.get(productId) as Availability)
    const short = [...available.values()].filter(({ stockStatus }) => stockStatus === 'STOCK-FAULT')
    const names = new Map<number, string>([
      ...loans.map((loan) => [loan.productId, loan.name] as const),
      ...lines.map(({ product }) => [product.id, product.name] as const),
    ])
    /** The names of the products of which too little is in stock, whether they are sold or lent. */
    const shortNames = short.map(({ productId }) => names.get(productId) ?? '')
    return { checked, needs, shortNames, answered, error: check.error, retry: () => void refetch() }
  }, [lines, loans, needs, rows, answered, check.error, refetch])
}
