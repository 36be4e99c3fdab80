/** Checks the stops of the shipment that is being planned, because others plan and change orders meanwhile. */
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { useAsk } from '#web/query.ts'
import { checkStops, type GoneStop } from '../../domain/planning-contract.ts'
import { refreshed, type PlannedStop, withoutOrders } from './stop-order.ts'

/**
 * Removes stops whose order no longer waits, and shows the others as they are now. Returns what was removed, and
 * `forget`, which empties that list. While the shipment is sent to the server, its own orders change and nothing is
 * removed. `planned` is the id of the shipment that was planned last: what left it is no news then.
 */
export function useCheckedStops(
  stops: readonly PlannedStop[],
  setStops: Dispatch<SetStateAction<readonly PlannedStop[]>>,
  sending: boolean,
  planned: number | null,
): { gone: readonly GoneStop[]; forget: () => void } {
  const [gone, setGone] = useState<readonly GoneStop[]>([])
  const orderIds = stops.map(({ id }) => id).toSorted((a, b) => a - b)
  const enabled = orderIds.length > 0 && !sending
  const { data, isFetching, error } = useAsk(checkStops, { orderIds }, { enabled, staleTime: 0 })
  // An answer from before may name an order that waits again and was just added.
  const answer = enabled && !isFetching && error === null ? data : undefined
  useEffect(() => {
    if (!answer) return
    const left = new Set(answer.gone.map(({ id }) => id))
    const known = new Set([...left, ...answer.waiting.map(({ id }) => id)])
    setGone((before) =>
      left.size === 0 && !before.some(({ id }) => known.has(id))
        ? before
        : [...before.filter(({ id }) => !known.has(id)), ...answer.gone],
    )
    setStops((before) => refreshed(withoutOrders(before, left), answer.waiting))
  }, [answer, setStops])
  useEffect(() => {
    if (planned !== null) setGone([])
  }, [planned])
  return { gone, forget: () => setGone([]) }
}
