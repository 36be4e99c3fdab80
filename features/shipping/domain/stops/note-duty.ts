/**
 * Decides which stops of a shipment need a delivery note before the vehicle leaves. The settings of this form switch the duty on from
 * a day, and name the exceptions of the law that the company uses, each with its reason.
 */
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { Setting, ValuesOf } from '#kernel/settings/form.ts'
import { type KindFacts, kindOf } from '#kernel/tax/customer-kind.ts'
import { addressStopsOf, destinationOf } from './address-stops.ts'

const MOVEMENT_SETTINGS = [
  /** Empty while no vehicle needs a note. */
  { kind: 'text', name: 'fromDay', longest: 10, check: 'day' },
  /** From this day of the law on, no note is sent whose goods lack a valid code (CN or TARIC). */
  { kind: 'text', name: 'codesFromDay', usual: '2027-01-01', longest: 10, check: 'day', required: true },
  {
    kind: 'rows',
    name: 'exceptions',
    usual: [],
    mostEntries: 3,
    unique: 'of',
    columns: [
      { kind: 'choice', name: 'of', usual: 'private', options: ['private', 'red', 'courier'] },
      { kind: 'text', name: 'reason', longest: 200, required: true },
    ],
  },
  { kind: 'text', name: 'series', longest: 10, check: 'series' },
  { kind: 'count', name: 'start', usual: 1, least: 1, most: 999_999_999 },
  { kind: 'count', name: 'startYear', usual: 0, least: 0, most: 9_999 },
  /** What a note says that left without a MARK because the connection was lost. */
  { kind: 'count', name: 'failureCode', usual: 3, least: 1, most: 4 },
  /** Whether goods that were not handed over get a note for their way back, or travel back on the note with which they left. */
  { kind: 'choice', name: 'undelivered', usual: 'own-note', options: ['own-note', 'first-note'] },
  /** Why we issue the note of what a customer gives back, and not the customer. */
  { kind: 'count', name: 'reversePurpose', usual: 1, least: 1, most: 5 },
  /** The kind of vehicle: 1 truck for hire, 2 own truck, 3 ship, 4 train, 5 plane, 6 other, 7 none. */
  { kind: 'count', name: 'transport', usual: 2, least: 1, most: 7 },
  /** The kind of packages that are handed over in part: 1 pallet, 2 carton, 3 crate, 4 barrel, 5 sack, 6 other. */
  { kind: 'count', name: 'packaging', usual: 2, least: 1, most: 6 },
  /** Who carries the goods; empty for the company itself. */
  { kind: 'text', name: 'carrierVat', longest: 20 },
] as const satisfies readonly Setting[]

export const MOVEMENT_FORM = { id: 42, name: 'movement', group: 'documents', settings: MOVEMENT_SETTINGS } as const
export type MovementSettings = ValuesOf<typeof MOVEMENT_SETTINGS>

/** An order of a shipment, with what decides whether its goods need a note. */
export type NotedOrder = {
  readonly id: number
  readonly customerId: number
  readonly name: string
  readonly customer: KindFacts
  readonly invoiceMode: string | null
  /** False if the order has only services, or sells only pieces that the customer has already: no goods need no note. */
  readonly goods: boolean
  readonly address: string
  readonly postcode: string
  readonly city: string
}

export type NotedStop = {
  readonly key: string
  readonly name: string
  /** The orders whose goods belong on the note, sorted. */
  readonly orderIds: readonly number[]
}

/** Reports whether vehicles need delivery notes on a day. */
export const needsNotes = ({ fromDay }: Pick<MovementSettings, 'fromDay'>, today: string): boolean =>
  fromDay !== '' && fromDay <= today

/** Reports whether the goods of a note need a valid code on a day. */
export const needsCodes = ({ codesFromDay }: Pick<MovementSettings, 'codesFromDay'>, day: string): boolean =>
  codesFromDay <= day

/** Returns the stops that need a note, each with the orders whose goods are on it. */
export function notedStops(
  orders: readonly NotedOrder[],
  driverType: string,
  { exceptions }: Pick<MovementSettings, 'exceptions'>,
): NotedStop[] {
  const without = new Set(exceptions.map(({ of }) => of))
  if (driverType !== 'Driver' && without.has('courier')) return []
  const noted = orders.filter(
    ({ customer, invoiceMode, goods }) =>
      goods &&
      !(without.has('private') && kindOf(customer) === 'private') &&
      !(without.has('red') && invoiceMode === 'red'),
  )
  return addressStopsOf(noted).map(({ key, first, orders: ofStop }) => ({
    key,
    name: [first.name, destinationOf(first)].filter(Boolean).join(', '),
    orderIds: ofStop.map(({ id }) => id).toSorted((a, b) => a - b),
  }))
}

/** Refuses to settle stops without a note unless a reason says what was done. */
export const whyNotSettled = (reason: string): Refusal | null =>
  reason.trim() === ''
    ? refusal('invalid', 'shipping.note-required', { fields: { reason: 'shipping.note-required' } })
    : null

/** A note that stands for a stop. `ready` tells that the vehicle may leave with it. */
export type StandingNote = Pick<NotedStop, 'orderIds'> & { readonly ready: boolean }

const sameOrders = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((id, at) => id === b[at])

/** Returns the stops without a ready note over exactly their orders. The vehicle may leave if there is none. */
export const stopsWithoutNote = (stops: readonly NotedStop[], notes: readonly StandingNote[]): NotedStop[] =>
  stops.filter(({ orderIds }) => !notes.some((note) => note.ready && sameOrders(note.orderIds, orderIds)))
