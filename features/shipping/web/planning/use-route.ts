/** Reads the route of a planned shipment again when its stops change, and sorts them on request. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { planRoute } from '../../domain/planning-contract.ts'
import type { TruckStop } from './stop-order.ts'

export type Route = OutputOf<typeof planRoute>

/** Waits this many milliseconds, because dragging a stop passes many positions. */
const REST_MS = 300
/** The pause in milliseconds that the geocoding service requires between two requests. */
const NEXT_QUESTIONS_MS = 300

const ask = (ids: readonly number[], locked: ReadonlySet<number>, optimise: boolean, signal?: AbortSignal) =>
  runCommand(
    planRoute,
    { stops: ids.map((orderId) => ({ orderId, locked: locked.has(orderId) })), optimise },
    signal ? { signal } : {},
  )

const NOBODY: ReadonlySet<number> = new Set()
const keyOf = (ids: readonly number[]) => ['shipping.route', ids.join(' ')] as const

export type TruckRoute = {
  /** The route of the current stops, or of those just before. */
  readonly route: Route | undefined
  /** True if the shown route belongs to stops that have changed since. */
  readonly stale: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Sorts the stops, and whether that is in progress. */
  readonly findBest: () => Promise<readonly number[] | null>
  readonly finding: boolean
  /** What the current best order has saved, or null for an order made by hand. */
  readonly saved: { readonly metres: number; readonly seconds: number } | null
}

/** Returns the route of these stops. `enabled` is false if there is none to show. */
export function useRoute(stops: readonly TruckStop[], enabled: boolean): TruckRoute {
  const client = useQueryClient()
  const ids = stops.map((stop) => stop.id)
  const now = ids.join(' ')
  const [rested] = useDebouncedValue(now, REST_MS)
  const [finding, setFinding] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const [best, setBest] = useState<{ order: string; metres: number; seconds: number } | null>(null)

  const query = useQuery<Route>({
    queryKey: keyOf(rested === '' ? [] : rested.split(' ').map(Number)),
    queryFn: ({ signal }) => ask(rested.split(' ').map(Number), NOBODY, false, signal),
    enabled: enabled && rested !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.unasked > 0 ? NEXT_QUESTIONS_MS : false),
    meta: { topics: ['settings'] },
  })

  const findBest = async (): Promise<readonly number[] | null> => {
    setFinding(true)
    setFailure(null)
    const locked = new Set(stops.filter((stop) => stop.locked).map((stop) => stop.id))
    const settle = async (): Promise<Route> => {
      const answer = await ask(ids, locked, true)
      return answer.unasked > 0 ? settle() : answer
    }
    return settle().then(
      (answer) => {
        const order = answer.stops.map((stop) => stop.orderId)
        // the answer is outdated if the person has changed the stops meanwhile
        client.setQueryData(keyOf(order), { ...answer, before: null })
        const { before, whole } = answer
        if (before && whole)
          setBest({
            order: order.join(' '),
            metres: before.metres - whole.metres,
            seconds: before.seconds - whole.seconds,
          })
        setFinding(false)
        return order
      },
      (error: Error) => {
        setFailure(error)
        setFinding(false)
        return null
      },
    )
  }

  return {
    route: enabled ? query.data : undefined,
    stale: rested !== now || query.isPlaceholderData,
    error: failure ?? query.error,
    retry: () => {
      setFailure(null)
      void query.refetch()
    },
    findBest,
    finding,
    saved: best !== null && best.order === now ? best : null,
  }
}
