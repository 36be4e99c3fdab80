import { useEffect, useMemo, useState } from 'react'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { useKeptAsk } from '#web/offline/kept-answers.ts'
import { keepPrivate, readPrivate } from '#web/offline/kept-store.ts'
import { driverDay } from '../domain/contract.ts'
import { counting, followed, type LogEntry } from '../domain/day-log.ts'
import { withWaiting } from '../domain/day.ts'

/** Under this name the log is kept, with the answers of the office: it goes when the person signs out. */
const LOG = 'driver-day-log'
const TOPICS = ['shipments', 'payments', 'loans']

/** The day of the person on this device: what the office knows, with everything done here since. */
export function useDriverDay(personId: number, enabled: boolean) {
  const queue = useDeviceActions(personId)
  const day = useKeptAsk(driverDay, {}, { topics: TOPICS, enabled })
  const { data, keptAt, dataUpdatedAt, refetch } = day
  const readAt = keptAt === null ? dataUpdatedAt : Date.parse(keptAt)
  const [log, setLog] = useState<readonly LogEntry[] | null>(null)

  useEffect(() => {
    void readPrivate(personId, LOG).then(
      (kept) => setLog(Array.isArray(kept) ? (kept as LogEntry[]) : []),
      () => setLog([]),
    )
  }, [personId])

  useEffect(() => {
    if (log === null) return
    const next = followed(log, queue.actions, { at: readAt, keys: data?.doneKeys ?? [] }, Date.now())
    if (next === log) return
    setLog(next)
    void keepPrivate(personId, LOG, next).catch(() => undefined)
    // an answer that was on its way when the office accepted may not know it
    const before = new Set(log.filter((entry) => entry.acceptedAt !== null).map((entry) => entry.key))
    if (next.some((entry) => entry.acceptedAt !== null && !before.has(entry.key))) void refetch()
  }, [log, queue.actions, data, readAt, personId, refetch])

  const now = useMemo(
    () => (data === undefined ? undefined : withWaiting(data, counting(log ?? [], queue.actions))),
    [data, log, queue.actions],
  )
  return { now, queue, keptAt, error: day.error, refetch }
}
