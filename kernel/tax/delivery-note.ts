/** A delivery note as the tax office wants to know it: which goods move, in which vehicle, from where to where. */
import type { TaxLine, TaxParty } from './tax-document.ts'

/** The type of a delivery note, by the list of the tax office. */
export const NOTE_TYPE = '9.3'

/** The purposes of moving goods that the product uses, by the code of the tax office. */
export const PURPOSES = { sale: 1, return: 5, lent: 13 } as const
export type Purpose = (typeof PURPOSES)[keyof typeof PURPOSES]

/** Whether goods go to a customer, or come back from one. */
export const DIRECTIONS = ['out', 'back'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** How much of a delivery note was handed over, as the tax office names it. */
export const DELIVERY_OUTCOMES = ['FULL', 'PARTIAL', 'NONE'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** The states of a delivery note, by the code of the tax office. It uses no 6. */
export const NOTE_STATES = {
  1: 'registered',
  2: 'cancelled',
  3: 'in-transit',
  4: 'rejected',
  5: 'delivered',
  7: 'failed',
  8: 'completed',
  9: 'in-return',
} as const
export type NoteState = (typeof NOTE_STATES)[keyof typeof NOTE_STATES]

export type NotePlace = Pick<TaxParty, 'street' | 'streetNumber' | 'postcode' | 'city'>

export type NoteLine = Pick<
  TaxLine,
  'code' | 'name' | 'unit' | 'quantity' | 'measurement' | 'measuredPlaces' | 'taricNo'
> & {
  readonly purpose: Purpose
  /** The product, whose code of goods may be corrected before the note is issued again. Notes of earlier versions lack it. */
  readonly productId?: number
}

export type DeliveryNote = {
  readonly kind: 'delivery-note'
  readonly type: typeof NOTE_TYPE
  readonly series: string
  readonly number: number
  /** 'YYYY-MM-DD' and 'HH:MM' in Athens: when the goods leave. */
  readonly day: string
  readonly time: string
  readonly issuer: TaxParty
  readonly customer: TaxParty
  readonly start: NotePlace
  readonly destination: NotePlace
  /** The plate of the vehicle. */
  readonly vehicle: string
  readonly driver: string
  readonly purpose: Purpose
  readonly lines: readonly NoteLine[]
  /**
   * Why the receiver of the goods issues the note instead of the sender, 1 to 5 (ReverseDeliveryNotePurposeType). Absent if the sender
   * issues it.
   */
  readonly reversePurpose?: number
  /** The code of the reason why the note left without a MARK, 1 to 4; null while the connection works. */
  readonly transmissionFailure: number | null
  /** A delivery note has no amounts. The services compare the total of every document. */
  readonly total: 0
}

/** The longest reason of a rejection that the tax office takes. */
export const LONGEST_REJECTION = 150
