import { useEffect, useMemo, useState } from 'react'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { storePrivate, readPrivate } from '#web/offline/answer-cache.ts'
import { driverDay } from '../domain/contract.ts'
import { actionsToCount, updatedLog, type LogEntry } from '../domain/day-log.ts'
import { withWaiting } from '../domain/day.ts'

/** The name under which the log is stored. It is deleted with the cached answers when the person signs out. */
const LOG = 'driver-day-log'
const TOPICS = ['shipments', 'payments', 'loans']

/**
 * Returns the day of the person on this device: the last answer of the office, with the actions that it does not
 * include.
 */
export function useDriverDay(personId: number, enabled: boolean) {
  const queue = useDeviceActions(personId)
  const day = useCachedAsk(driverDay, {}, { topics: TOPICS, enabled })
  const { data, cachedAt, dataUpdatedAt, refetch } = day
  const readAt = cachedAt === null ? dataUpdatedAt : Date.parse(cachedAt)
  const [log, setLog] = useState<readonly LogEntry[] | null>(null)

  useEffect(() => {
    void readPrivate(personId, LOG).then(
      (kept) => setLog(Array.isArray(kept) ? (kept as LogEntry[]) : []),
      () => setLog([]),
    )
  }, [personId])

  useEffect(() => {
    if (log === null) return
    const next = updatedLog(log, queue.actions, { at: readAt, keys: data?.doneKeys ?? [] }, Date.now(), queue.withdrawn)
    if (next === log) return
    setLog(next)
    void storePrivate(personId, LOG, next).catch(() => undefined)
    // the server may have read this answer before it accepted the action, so the day is read again
    const before = new Set(log.filter((entry) => entry.acceptedAt !== null).map((entry) => entry.key))
    if (next.some((entry) => entry.acceptedAt !== null && !before.has(entry.key))) void refetch()
  }, [log, queue.actions, queue.withdrawn, data, readAt, personId, refetch])

  const now = useMemo(
    () =>
      data === undefined
        ? undefined
        : withWaiting(
            data,
            actionsToCount(
              (log ?? []).filter(({ key }) => !queue.withdrawn.has(key)),
              queue.actions,
            ),
          ),
    [data, log, queue.actions, queue.withdrawn],
  )
  return { now, queue, cachedAt, error: day.error, refetch }
}
