import { useEffect, useMemo, useRef, useState } from 'react'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'

type Accepted = { readonly action: QueuedAction; readonly at: number }

/**
 * Returns the presses that the last answer does not contain: those that wait, and those that the server has accepted since the answer
 * was read.
 */
export function usePressesSince(
  queue: DeviceActions,
  readAt: number,
  readAgain: () => unknown,
): readonly QueuedAction[] {
  const [accepted, setAccepted] = useState<readonly Accepted[]>([])
  const before = useRef<readonly QueuedAction[]>([])
  const { actions, withdrawn } = queue
  useEffect(() => {
    const here = new Set(actions.map(({ key }) => key))
    const gone = before.current.filter(
      ({ key, refusal }) => refusal === undefined && !here.has(key) && !withdrawn.has(key),
    )
    before.current = actions
    if (gone.length === 0) return
    const at = Date.now()
    setAccepted((known) => [...known, ...gone.map((action) => ({ action, at }))])
    void readAgain()
  }, [actions, withdrawn, readAgain])
  return useMemo(
    () => [
      ...accepted.filter(({ at }) => at >= readAt).map(({ action }) => action),
      ...actions.filter(({ refusal }) => refusal === undefined),
    ],
    [accepted, actions, readAt],
  )
}
