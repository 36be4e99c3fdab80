/**
 * Stores the actions that the office accepted after the day on the phone was read. They have left the queue, but the
 * stored day does not include them yet, and a phone may stay offline for hours. Until an answer names the key of an
 * action, the action counts like one that waits.
 */
import { addDeliveryPhoto, closeDelivery } from '#features/shipping/domain/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { DoneAction } from './day.ts'

/** An action in the queue of the device. A refused action no longer waits. */
export type QueuedAction = Omit<DoneAction, 'acceptedAt'> & { readonly refusal?: Refusal }

export type LogEntry = DoneAction & {
  /** When the action was found to have left the queue, in milliseconds, or null while it waits. */
  readonly acceptedAt: number | null
}

/** The longest time, in milliseconds, that an answer takes to arrive. A later answer was read after the acceptance. */
const LONGEST_WAY_MS = 60_000

/** When the day on the phone arrived, and the keys of the actions that it includes. */
export type ReadDay = { readonly at: number; readonly keys: readonly string[] }

/** Returns the log updated from the queue and the day that was read, or the same log if nothing changed. */
export function followed(
  log: readonly LogEntry[],
  queue: readonly QueuedAction[],
  day: ReadDay,
  now: number,
): readonly LogEntry[] {
  const waiting = queue.filter((action) => action.refusal === undefined)
  const refused = new Set(queue.filter((action) => action.refusal !== undefined).map((action) => action.key))
  const keys = new Set(waiting.map((action) => action.key))
  const contained = new Set(day.keys)
  const known = new Set(log.map((entry) => entry.key))
  const kept = log.flatMap((entry) => {
    if (refused.has(entry.key)) return []
    if (keys.has(entry.key)) return [entry.acceptedAt === null ? entry : { ...entry, acceptedAt: null }]
    if (contained.has(entry.key)) return []
    if (entry.acceptedAt === null) return [{ ...entry, acceptedAt: now }]
    return day.at > entry.acceptedAt + LONGEST_WAY_MS ? [] : [entry]
  })
  // photos are large and do not affect the displayed day
  const fresh = waiting
    .filter((action) => !known.has(action.key) && action.command !== addDeliveryPhoto.name)
    .map(({ key, command, input, name, at }) => {
      return { key, command, input: withoutProof(command, input), name, at, acceptedAt: null }
    })
  const changed = fresh.length > 0 || kept.length !== log.length || kept.some((entry, place) => entry !== log[place])
  return changed ? [...kept, ...fresh] : log
}

/**
 * Removes signatures, which are not part of the displayed state. A signature is only in the queue, until it is sent.
 */
const withoutProof = (command: string, input: unknown): unknown =>
  command === closeDelivery.name && typeof input === 'object' ? { ...input, proof: undefined } : input

/** Returns the actions that the day does not include yet, oldest first: waiting ones and those accepted since. */
export function counting(log: readonly LogEntry[], queue: readonly QueuedAction[]): readonly DoneAction[] {
  const waiting = queue.filter((action) => action.refusal === undefined)
  const keys = new Set(queue.map((action) => action.key))
  return [...log.filter((entry) => !keys.has(entry.key)), ...waiting]
}
