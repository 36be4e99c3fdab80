/**
 * Keeps the driver's actions until the day that the phone has read includes them. An action that the office accepted
 * has left the queue, but the stored day may be older, and a phone may stay offline for hours. Such an action counts
 * like one that waits, until an answer names its key or surely was read after the acceptance.
 */
import { addDeliveryPhoto, closeDelivery } from '#features/shipping/domain/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { DoneAction } from './day-now.ts'

/** An action in the queue of the device. A refused action stays there until the driver removes it, but is not sent. */
export type QueuedAction = Omit<DoneAction, 'acceptedAt'> & { readonly refusal?: Refusal }

export type LogEntry = DoneAction & {
  /** When the action was found to have left the queue, in milliseconds, or null while it waits. */
  readonly acceptedAt: number | null
}

/**
 * The longest time, in milliseconds, between a request for the day and its answer. An answer that arrives later than
 * this after an action was accepted includes the action, even if it does not name the key.
 */
const LONGEST_ANSWER_MS = 60_000

/** When the day arrived on the phone, in milliseconds, and the keys of actions that it includes. */
export type ReadDay = { readonly at: number; readonly keys: readonly string[] }

/**
 * Returns the log updated from the queue and the day that was read, or the same log if nothing changed. Actions that were
 * withdrawn have left the queue without being sent.
 */
export function updatedLog(
  log: readonly LogEntry[],
  queue: readonly QueuedAction[],
  day: ReadDay,
  now: number,
  withdrawn: ReadonlySet<string> = new Set(),
): readonly LogEntry[] {
  const waiting = queue.filter((action) => action.refusal === undefined)
  const refused = new Set(queue.filter((action) => action.refusal !== undefined).map((action) => action.key))
  const keys = new Set(waiting.map((action) => action.key))
  const contained = new Set(day.keys)
  const known = new Set(log.map((entry) => entry.key))
  const kept = log.flatMap((entry) => {
    if (refused.has(entry.key) || withdrawn.has(entry.key)) return []
    if (keys.has(entry.key)) return [entry.acceptedAt === null ? entry : { ...entry, acceptedAt: null }]
    if (contained.has(entry.key)) return []
    if (entry.acceptedAt === null) return [{ ...entry, acceptedAt: now }]
    return day.at > entry.acceptedAt + LONGEST_ANSWER_MS ? [] : [entry]
  })
  // photos are large, and the displayed day does not need them
  const fresh = waiting
    .filter((action) => !known.has(action.key) && action.command !== addDeliveryPhoto.name)
    .map(({ key, command, input, name, at }) => {
      return { key, command, input: withoutProof(command, input), name, at, acceptedAt: null }
    })
  const changed = fresh.length > 0 || kept.length !== log.length || kept.some((entry, place) => entry !== log[place])
  return changed ? [...kept, ...fresh] : log
}

/** Removes the name and the signature of a delivery, which the displayed day does not need. They stay in the queue. */
const withoutProof = (command: string, input: unknown): unknown =>
  command === closeDelivery.name && typeof input === 'object' ? { ...input, proof: undefined } : input

/** Returns the actions that the day does not include yet: the accepted ones, and after them the waiting ones. */
export function actionsToCount(log: readonly LogEntry[], queue: readonly QueuedAction[]): readonly DoneAction[] {
  const waiting = queue.filter((action) => action.refusal === undefined)
  const keys = new Set(queue.map((action) => action.key))
  return [...log.filter((entry) => !keys.has(entry.key)), ...waiting]
}
