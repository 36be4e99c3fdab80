/** Decides which events of a delivery note the tax office is told, from what people pressed. */
import { UNDO_MINUTES } from '#kernel/days/undo.ts'
import { proportionOf, type Quantity, quantity } from '#kernel/money.ts'
import type { DeliveryOutcome } from '#kernel/tax/delivery-note.ts'

export const EVENT_KINDS = ['transfer', 'outcome', 'return'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * `WAITING`: not sent. `SENDING`: sent, without a clear answer. `DONE`: the tax office has it. `FAILED`: refused. `UNDONE`: the press was
 * undone after it was sent. `SETTLED`: a person ended it. `WITHDRAWN`: the press was undone before it was sent.
 */
export const EVENT_STATUSES = ['WAITING', 'SENDING', 'DONE', 'FAILED', 'UNDONE', 'SETTLED', 'WITHDRAWN'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** The states of an event that may still be sent. */
export const OPEN_EVENT = ['WAITING', 'SENDING'] as const satisfies readonly EventStatus[]

/** Reports whether an event may still be sent. */
export const isOpen = (status: EventStatus): boolean => OPEN_EVENT.some((one) => one === status)

/** The states in which a person must act, before this event or a later one of the note is sent. */
export const WRONG_EVENT = ['FAILED', 'UNDONE'] as const satisfies readonly EventStatus[]

/** Reports whether a person must act, before this event or a later one of the note is sent. */
export const waitsForPerson = (status: EventStatus): boolean => WRONG_EVENT.some((one) => one === status)

/** An order on a note, with what happened at the door. */
export type NotedDelivery = {
  /** Null while the order is on its way. */
  readonly outcome: string | null
  /** When it was closed, by the clock of the phone. */
  readonly closedAt: string | null
  readonly parcels: number
  /** What was handed over, and what became a follow-up order because it was not. */
  readonly delivered: Quantity
  readonly rest: Quantity
}

/** What decides about the events of a note: when its vehicle left and its shipment was finished, in ISO form, and its orders. */
export type NotedMovement = {
  readonly departedAt: string | null
  readonly finishedAt: string | null
  readonly deliveries: readonly NotedDelivery[]
}

/** An event to report to the tax office. */
export type WantedEvent = {
  readonly kind: EventKind
  readonly outcome: DeliveryOutcome | null
  /** How many packages were handed over; null unless it was a part. */
  readonly packages: number | null
  /** The moment when it happened, in ISO form. */
  readonly at: string
  /** Before this moment it is not sent. */
  readonly dueAt: string
}

const DELIVERED = 'SHIPPED'
const PIECE = 10_000

/** Returns the number of packages of an order that were handed over. Of an order with a rest it is their part, at least one. */
function packagesOf({ outcome, parcels, delivered, rest }: NotedDelivery): number {
  if (outcome !== DELIVERED) return 0
  const all = Math.max(1, parcels)
  if (rest === 0) return all
  const share = proportionOf(quantity(all * PIECE), delivered, quantity(delivered + rest))
  return Math.min(all, Math.max(1, Math.round(share / PIECE)))
}

/** Returns how much of a note was handed over, or null while an order is on its way. */
export function outcomeOf(
  deliveries: readonly NotedDelivery[],
): { readonly outcome: DeliveryOutcome; readonly packages: number | null } | null {
  if (deliveries.length === 0 || deliveries.some(({ outcome }) => outcome === null)) return null
  const delivered = deliveries.filter(({ outcome }) => outcome === DELIVERED)
  if (delivered.length === 0) return { outcome: 'NONE', packages: null }
  if (delivered.length === deliveries.length && delivered.every(({ rest }) => rest === 0))
    return { outcome: 'FULL', packages: null }
  return { outcome: 'PARTIAL', packages: deliveries.reduce((sum, one) => sum + packagesOf(one), 0) }
}

/** Returns an event without an outcome, to be sent at once. */
const eventAt = (kind: EventKind, at: string): WantedEvent => ({ kind, outcome: null, packages: null, at, dueAt: at })

const minutesAfter = (moment: string, minutes: number): string =>
  new Date(Date.parse(moment) + minutes * 60_000).toISOString()

/**
 * Returns the events of a note in their order. An outcome may be undone for some minutes, and is sent after them; one with a follow-up
 * order cannot be undone. The goods that were not handed over are back when the shipment is finished.
 */
export function wantedEvents({ departedAt, finishedAt, deliveries }: NotedMovement): WantedEvent[] {
  const closings = deliveries.flatMap(({ closedAt }) => (closedAt === null ? [] : [closedAt])).toSorted()
  const leftAt = departedAt ?? closings[0]
  if (leftAt === undefined) return []
  const transfer = eventAt('transfer', leftAt)
  const closed = outcomeOf(deliveries)
  const lastAt = closings.at(-1)
  if (closed === null || lastAt === undefined) return [transfer]
  const undoable = finishedAt === null && deliveries.every(({ rest }) => rest === 0)
  const dueAt = undoable ? minutesAfter(lastAt, UNDO_MINUTES) : lastAt
  const outcome = { ...eventAt('outcome', lastAt), ...closed, dueAt }
  const isBack = closed.outcome !== 'FULL' && finishedAt !== null
  return isBack ? [transfer, outcome, eventAt('return', finishedAt)] : [transfer, outcome]
}

/**
 * Returns the events of a note of goods that come back from a stop: they leave the customer when the note is issued, and all of them
 * are handed over to us when the shipment is finished. The tax office takes a return only for goods that were not handed over.
 */
export function wantedBackEvents({
  issuedAt,
  finishedAt,
}: {
  issuedAt: string
  finishedAt: string | null
}): WantedEvent[] {
  const transfer = eventAt('transfer', issuedAt)
  return finishedAt === null ? [transfer] : [transfer, { ...eventAt('outcome', finishedAt), outcome: 'FULL' }]
}

/** An event as it is stored. */
export type StoredEvent = Pick<WantedEvent, 'kind' | 'outcome' | 'packages'> & {
  readonly id: number
  readonly status: EventStatus
  readonly attempts: number
  readonly mark: string | null
}

/** A change of the stored events of a note. */
export type EventChange =
  | { readonly change: 'add'; readonly event: WantedEvent }
  /** It was not sent, so only its content changes. */
  | { readonly change: 'replace'; readonly id: number; readonly event: WantedEvent }
  | { readonly change: 'set'; readonly id: number; readonly status: EventStatus }

const isSame = (stored: StoredEvent, wanted: WantedEvent): boolean =>
  stored.outcome === wanted.outcome && (stored.packages ?? 0) === (wanted.packages ?? 0)

/** Returns the state of an undone event whose press was made again. */
const madeAgain = ({ mark, attempts }: StoredEvent): EventStatus =>
  mark !== null ? 'DONE' : attempts > 0 ? 'SENDING' : 'WAITING'

/**
 * Compares the wanted events of a note with the stored ones that were not withdrawn. An event of an undone press is withdrawn if it was
 * not sent. Otherwise a person must act, because the tax office takes nothing back.
 */
export function eventChanges(stored: readonly StoredEvent[], wanted: readonly WantedEvent[]): EventChange[] {
  return EVENT_KINDS.flatMap((kind): EventChange[] => {
    const before = stored.find((one) => one.kind === kind)
    const event = wanted.find((one) => one.kind === kind)
    if (!before) return event ? [{ change: 'add', event }] : []
    const { id, status } = before
    const isUnsent = status === 'WAITING' && before.attempts === 0
    if (event && isSame(before, event))
      return status === 'UNDONE' ? [{ change: 'set', id, status: madeAgain(before) }] : []
    if (isUnsent) return event ? [{ change: 'replace', id, event }] : [{ change: 'set', id, status: 'WITHDRAWN' }]
    return status === 'UNDONE' || status === 'SETTLED' ? [] : [{ change: 'set', id, status: 'UNDONE' }]
  })
}
