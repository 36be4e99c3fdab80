import { useEffect, useMemo, useState } from 'react'
import { keysIn } from '#kernel/offline/offline-view.ts'
import { type CountedAction, actionsToCount, type LogEntry, mustReadAgain, updatedLog } from './action-log.ts'
import { readPrivate, storePrivate } from '../answer-cache.ts'
import type { DeviceActions } from '../device-actions.ts'

/** An answer as `useCachedAsk` returns it. */
type Read = {
  /** Undefined until the first answer. */
  readonly data: unknown
  readonly dataUpdatedAt: number
  readonly cachedAt: string | null
  readonly refetch: () => unknown
}

type Kept = { readonly place: string; readonly log: readonly LogEntry[] }
const NONE: readonly LogEntry[] = []

/**
 * Returns the actions of a person on this device that the answer may lack. The caller leaves out those whose key the answer names.
 * The log is stored on the device under `name`, without photos, and deleted when the person signs out. `keep` returns what to keep
 * of an action, or null to keep nothing.
 */
export function useActionsToCount(
  personId: number,
  name: string,
  { actions, withdrawn }: DeviceActions,
  { data, dataUpdatedAt, cachedAt, refetch }: Read,
  keep?: (action: CountedAction) => CountedAction | null,
): readonly LogEntry[] {
  const place = `${personId} ${name}`
  const [kept, setKept] = useState<Kept | null>(null)
  const log = kept?.place === place ? kept.log : null
  const at = cachedAt === null ? dataUpdatedAt : Date.parse(cachedAt)

  useEffect(() => {
    let gone = false
    const show = (stored: unknown) => {
      if (!gone) setKept({ place, log: Array.isArray(stored) ? (stored as LogEntry[]) : NONE })
    }
    void readPrivate(personId, name).then(show, () => show(null))
    return () => {
      gone = true
    }
  }, [personId, name, place])

  useEffect(() => {
    if (log === null || data === undefined) return
    const next = updatedLog(log, actions, { at, keys: keysIn(data) }, withdrawn, keep)
    if (next === log) return
    setKept({ place, log: next })
    void storePrivate(
      personId,
      name,
      next.filter(({ large }) => !large),
    ).catch(() => undefined)
    if (mustReadAgain(log, next)) void refetch()
  }, [log, actions, withdrawn, data, at, personId, name, place, refetch, keep])

  return useMemo(
    () =>
      actionsToCount(
        (log ?? NONE).filter(({ key }) => !withdrawn.has(key)),
        actions,
      ),
    [log, actions, withdrawn],
  )
}
