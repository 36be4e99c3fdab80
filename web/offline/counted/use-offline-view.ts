import { useMemo } from 'react'
import type { InputOf, QueryContract } from '#kernel/contract.ts'
import type { OfflineView } from '#kernel/offline/offline-view.ts'
import { useCachedAsk } from '../cached-answers.ts'
import { useDeviceActions } from '../device-actions.ts'
import { useActionsToCount } from './use-actions-to-count.ts'

type ViewOptions = {
  readonly personId: number
  /** The name under which the device keeps the actions that the answer may lack. */
  readonly log: string
  readonly enabled?: boolean
}

/**
 * Returns what a page shows: the last answer of the server, with the actions of a person on this device that it does not contain.
 * `now` is undefined until the first answer.
 */
export function useOfflineView<C extends QueryContract, Shown>(
  view: OfflineView<C, Shown>,
  input: InputOf<C>,
  { personId, log, enabled = true }: ViewOptions,
) {
  const queue = useDeviceActions(personId)
  const answer = useCachedAsk(view.query, input, { enabled })
  const { data, cachedAt, error, refetch } = answer
  const actions = useActionsToCount(personId, log, queue, answer, view.kept)
  const now = useMemo(() => (data === undefined ? undefined : view.now(data, actions)), [view, data, actions])
  return { now, queue, cachedAt, error, refetch }
}
