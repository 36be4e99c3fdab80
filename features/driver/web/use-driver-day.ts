import { useMemo } from 'react'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { useActionsToCount } from '#web/offline/counted/use-actions-to-count.ts'
import { driverDay } from '../domain/contract.ts'
import { withWaiting } from '../domain/day.ts'
import { keptAction } from '../domain/kept-action.ts'

/** The name under which the phone keeps the actions that the day may lack. */
const LOG = 'driver-day-log'

/**
 * Returns the day of the person on this device: the last answer of the office, with the actions that it does not
 * include.
 */
export function useDriverDay(personId: number, enabled: boolean) {
  const queue = useDeviceActions(personId)
  const day = useCachedAsk(driverDay, {}, { enabled })
  const { data, cachedAt, refetch } = day
  const actions = useActionsToCount(personId, LOG, queue, day, keptAction)
  const now = useMemo(() => (data === undefined ? undefined : withWaiting(data, actions)), [data, actions])
  return { now, queue, cachedAt, error: day.error, refetch }
}
