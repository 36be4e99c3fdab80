/**
 * What the office has accepted since the day on the phone was read. It left the queue, but the day does not say it yet,
 * and without a line it will not for hours: until an answer names its key it counts like what waits.
 */
import { addDeliveryPhoto, closeDelivery } from '#features/shipping/domain/contract.ts'
import type { Refusal } from '#kernel/refusal.ts'
import type { DoneAction } from './day.ts'

/** An action in the queue of the device; with a refusal it no longer waits. */
export type QueuedAction = Omit<DoneAction, 'acceptedAt'> & { readonly refusal?: Refusal }

export type LogEntry = DoneAction & {
  /** When it was seen to have left the queue, in milliseconds; null while it waits. */
  readonly acceptedAt: number | null
}

/** An answer is on its way to the phone for so long at most; one that came later was read after the acceptance. */
const LONGEST_WAY_MS = 60_000

/** What is known of the day on the phone: when it came, and the keys of the actions that it contains. */
export type ReadDay = { readonly at: number; readonly keys: readonly string[] }

/** The log after a look at the queue and at the day that was read; the same one when nothing changed. */
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
  // photos change nothing that is shown, and are large
  const fresh = waiting
    .filter((action) => !known.has(action.key) && action.command !== addDeliveryPhoto.name)
    .map(({ key, command, input, name, at }) => {
      return { key, command, input: withoutProof(command, input), name, at, acceptedAt: null }
    })
  const changed = fresh.length > 0 || kept.length !== log.length || kept.some((entry, place) => entry !== log[place])
  return changed ? [...kept, ...fresh] : log
}

/** Who signed counts for nothing that is shown: a signature stands in the queue until it is sent, and nowhere else. */
const withoutProof = (command: string, input: unknown): unknown =>
  command === closeDelivery.name && typeof input === 'object' ? { ...input, proof: undefined } : input

/** What counts although the day does not say it: what waits and what was accepted meanwhile, in the order it was done. */
export function counting(log: readonly LogEntry[], queue: readonly QueuedAction[]): readonly DoneAction[] {
  const waiting = queue.filter((action) => action.refusal === undefined)
  const keys = new Set(queue.map((action) => action.key))
  return [...log.filter((entry) => !keys.has(entry.key)), ...waiting]
}
