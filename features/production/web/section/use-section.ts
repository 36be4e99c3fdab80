/** The day of a section on this tablet, and its presses. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CommandContract, InputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { type DeviceActions, useDeviceActions } from '#web/offline/device-actions.ts'
import { sectionDay } from '../../domain/section-day-contract.ts'
import { withStored } from '../../domain/section-now.ts'
import { addTaskPhoto } from '../../domain/work-contract.ts'

const TOPICS = ['tasks', 'products', 'sections']
/** After this many milliseconds without an answer the press waits on the tablet. */
const PATIENCE_MS = 6_000

type Accepted = { readonly action: QueuedAction; readonly at: number }

/**
 * Returns the presses that the last answer does not contain: those that wait, and those that the server has accepted since the answer
 * was read.
 */
function usePressesSince(queue: DeviceActions, readAt: number, readAgain: () => unknown): readonly QueuedAction[] {
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

/** The task that a press is about. */
export type Pressed = { readonly id: number; readonly product: string }

export function useSection(section: string, personId: number) {
  const queue = useDeviceActions(personId)
  const day = useCachedAsk(sectionDay, { section }, { topics: TOPICS })
  const { data, cachedAt, dataUpdatedAt, refetch } = day
  const presses = usePressesSince(queue, cachedAt === null ? dataUpdatedAt : Date.parse(cachedAt), refetch)
  const now = useMemo(() => (data === undefined ? undefined : withStored(data, presses)), [data, presses])

  /** Sends a press, or stores it while offline. Returns why it failed, or null. */
  const press = async <C extends CommandContract>(contract: C, input: InputOf<C>, task: Pressed): Promise<unknown> => {
    const subject = `tasks:${task.id}`
    const topics = ['tasks', subject, 'products', 'orders']
    // A photo has a subject of its own, so that it does not delay the other presses of the task.
    const about =
      contract.name === addTaskPhoto.name
        ? { subject: `photos:${subject}`, name: task.product, topics, large: true }
        : { subject, name: task.product, topics }
    try {
      const outcome = await queue.actAndWait(contract, input, about, PATIENCE_MS)
      if (outcome.kind === 'accepted') return null
      if (outcome.kind === 'waiting') return outcome.fault
      // The page shows this refusal now, so it leaves the list of refused actions.
      queue.dismiss(outcome.key)
      return new Refused(outcome.refusal)
    } catch (error) {
      return error
    }
  }
  return { now, queue, press, cachedAt, error: day.error, refetch }
}
export type SectionPresses = ReturnType<typeof useSection>
