/** Reads the route of the shipment that is being planned when its stops change, and sorts the stops on request. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { planRoute } from '../../domain/planning-contract.ts'
import type { PlannedStop } from './stop-order.ts'

export type Route = OutputOf<typeof planRoute>

/** How long the stops must stay unchanged, in milliseconds: a stop that is dragged passes many positions. */
const SETTLED_MS = 300
/**
 * The pause in milliseconds before the addresses that are not looked up yet are requested. The server itself keeps the
 * pause that the geocoding service requires.
 */
const NEXT_ADDRESSES_MS = 300

const ask = (ids: readonly number[], locked: ReadonlySet<number>, optimise: boolean, signal?: AbortSignal) =>
  runCommand(
    planRoute,
    { stops: ids.map((orderId) => ({ orderId, locked: locked.has(orderId) })), optimise },
    { signal },
  )

const NONE_LOCKED: ReadonlySet<number> = new Set()
const keyOf = (ids: readonly number[]) => ['shipping.route', ids.join(' ')] as const

export type ShownRoute = {
  /** The route of the current stops, or of the stops before while it is read; undefined before the first answer. */
  readonly route: Route | undefined
  /** True if the shown route belongs to stops that have changed since. */
  readonly stale: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Returns the order ids in the best driving order, or null if that failed. */
  readonly findBest: () => Promise<readonly number[] | null>
  /** True while the best order is computed. */
  readonly finding: boolean
  /** By how much the best order is shorter than the one before; null if the stops are not in the best order. */
  readonly saved: { readonly metres: number; readonly seconds: number } | null
}

/** Returns the route of these stops. `enabled` is false if they have no route. */
export function useRoute(stops: readonly PlannedStop[], enabled: boolean): ShownRoute {
  const client = useQueryClient()
  const ids = stops.map((stop) => stop.id)
  const now = ids.join(' ')
  const [rested] = useDebouncedValue(now, SETTLED_MS)
  const [finding, setFinding] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const [best, setBest] = useState<{ order: string; metres: number; seconds: number } | null>(null)

  const query = useQuery<Route>({
    queryKey: keyOf(rested === '' ? [] : rested.split(' ').map(Number)),
    queryFn: ({ signal }) => ask(rested.split(' ').map(Number), NONE_LOCKED, false, signal),
    enabled: enabled && rested !== '',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.unasked > 0 ? NEXT_ADDRESSES_MS : false),
    meta: {},
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
