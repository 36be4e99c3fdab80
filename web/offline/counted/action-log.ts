/**
 * Keeps actions until the answer of the server that a page shows contains them. An action that the server accepted has left the
 * queue, but the shown answer may be older, and a device may stay offline for hours. Such an action counts like one that waits.
 * The keys in the answer and the order of the answers decide. No clock does.
 */
import type { QueuedAction } from '../action-queue.ts'

/** The part of an action that pages count. */
export type CountedAction = Pick<QueuedAction, 'key' | 'command' | 'input' | 'name' | 'at' | 'large'>

export type LogEntry = CountedAction & {
  /** When the answer was read that was shown as the action had left the queue. Null or absent while the action waits. */
  readonly acceptedAfter?: number | null
  /** True if another answer was shown since, which does not name the action. The server may have read it before the acceptance. */
  readonly isPassed?: boolean
}

/** When the shown answer was read, which tells answers apart, and the keys of the actions that it contains. */
export type ShownAnswer = { readonly at: number; readonly keys: readonly string[] }

/**
 * Returns the log updated from the queue and the shown answer, or the same log if nothing changed. An accepted action leaves the log
 * when an answer names its key. It also leaves with the second answer after the acceptance: the page requests that one after it
 * has received the first, so it contains the action, although it does not name a key that was used long ago. Actions in `withdrawn`
 * have left the queue without being sent. `kept` returns what to keep of an action, or null to keep nothing.
 */
export function updatedLog(
  log: readonly LogEntry[],
  queue: readonly QueuedAction[],
  { at: shown, keys: named }: ShownAnswer,
  withdrawn: ReadonlySet<string> = new Set(),
  kept: (action: CountedAction) => CountedAction | null = (action) => action,
): readonly LogEntry[] {
  const inQueue = new Map(queue.map((action) => [action.key, action]))
  const contained = new Set(named)
  const known = new Set(log.map(({ key }) => key))
  const before = log.flatMap((entry): LogEntry[] => {
    const queued = inQueue.get(entry.key)
    if (queued?.refusal !== undefined || withdrawn.has(entry.key)) return []
    if (queued) return [typeof entry.acceptedAfter === 'number' ? waitingAgain(entry) : entry]
    if (contained.has(entry.key)) return []
    if (typeof entry.acceptedAfter !== 'number') return [{ ...entry, acceptedAfter: shown }]
    if (entry.acceptedAfter === shown) return [entry]
    return entry.isPassed ? [] : [{ ...entry, acceptedAfter: shown, isPassed: true }]
  })
  const fresh = queue
    .filter(({ key, refusal }) => refusal === undefined && !known.has(key))
    .flatMap(({ key, command, input, name, at, large }) => {
      const part = kept({ key, command, input, name, at, large })
      return part === null ? [] : [{ ...part, acceptedAfter: null }]
    })
  const changed =
    fresh.length > 0 || before.length !== log.length || before.some((entry, place) => entry !== log[place])
  return changed ? [...before, ...fresh] : log
}

/** Another tab had not shown the action in the queue for a moment. */
const waitingAgain = ({ isPassed: _isPassed, ...entry }: LogEntry): LogEntry => ({ ...entry, acceptedAfter: null })

/** Reports whether an answer must be read, because an action of `next` was accepted or passed since `before`. */
export const mustReadAgain = (before: readonly LogEntry[], next: readonly LogEntry[]): boolean => {
  const earlier = new Map(before.map((entry) => [entry.key, entry]))
  return next.some(({ key, acceptedAfter, isPassed }) => {
    const then = earlier.get(key)
    return typeof acceptedAfter === 'number' && (typeof then?.acceptedAfter !== 'number' || isPassed !== then.isPassed)
  })
}

/** Returns the actions that the shown answer may lack: the accepted ones, and after them the waiting ones. */
export function actionsToCount(log: readonly LogEntry[], queue: readonly QueuedAction[]): readonly LogEntry[] {
  const keys = new Set(queue.map(({ key }) => key))
  return [...log.filter(({ key }) => !keys.has(key)), ...queue.filter(({ refusal }) => refusal === undefined)]
}
