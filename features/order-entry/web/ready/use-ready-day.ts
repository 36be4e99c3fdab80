/** Reads the earliest day on which the goods of a form can be ready, in one query after the last key. */
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo } from 'react'
import { needsOf } from '#features/orders/domain/order.ts'
import { MOST_LINES } from '#features/products/domain/contract.ts'
import { type Ready, readyDayOf } from '#features/production/domain/ready/ready-contract.ts'
import { totalNeeds } from '#features/stock/domain/availability.ts'
import type { Day } from '#kernel/day.ts'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { Offline } from '#web/api.ts'
import { useAsk } from '#web/query.ts'
import type { OrderDraft } from '../../domain/order-draft.ts'

const READY_PAUSE_MS = 400

/** What the form knows about the earliest day. */
export type ReadyAnswer = {
  /** Null without goods, before the first answer and without a connection. */
  readonly ready: Ready | null
  /** True if the answer is about goods before the last keys, while the new one loads. */
  readonly isOld: boolean
  /** A failure other than a lost connection. */
  readonly error: unknown
  readonly retry: () => void
}

/** Asks for the earliest day of the lines and loans together (C-77). Typing never waits for the answer. `tell` receives the day. */
export function useReadyDay(
  { lines, loans }: OrderDraft,
  orderId: number | undefined,
  tell: (day: Day | null) => void,
): ReadyAnswer {
  const wanted = useMemo(() => {
    const needs = needsOf({
      lines: lines.map(({ product, quantity }) => ({ productId: product.id, quantity: quantity ?? ZERO_QUANTITY })),
      loans: loans.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? ZERO_QUANTITY })),
    })
    return [...totalNeeds(needs)]
      .filter(([, quantity]) => quantity > 0)
      .sort(([a], [b]) => a - b)
      .map(([productId, quantity]) => `${productId}:${quantity}`)
      .join()
  }, [lines, loans])
  const [settled] = useDebouncedValue(wanted, READY_PAUSE_MS)
  const goods = useMemo(
    () =>
      (settled === '' ? [] : settled.split(','))
        .slice(0, 2 * MOST_LINES)
        .map((part) => part.split(':').map(Number))
        .map(([productId = 0, quantity = 0]) => ({ productId, quantity })),
    [settled],
  )
  const answer = useAsk(readyDayOf, { goods, orderId }, { enabled: goods.length > 0, keepPrevious: true })
  const isOffline = answer.error instanceof Offline
  const { refetch } = answer
  const ready = wanted === '' || isOffline ? null : (answer.data ?? null)
  const isOld = settled !== wanted || answer.isPlaceholderData
  useEffect(() => {
    tell(isOld ? null : (ready?.day ?? null))
  }, [tell, isOld, ready])
  return {
    ready,
    isOld,
    error: isOffline ? null : answer.error,
    retry: () => void refetch(),
  }
}
