/** Decides which parcels of a shipment get a label with the QR code of their delivery note. */
import type { LoadingStop } from '#features/shipping/domain/loading-contract.ts'
import type { NotedStopView } from '../../domain/contract.ts'

export type NoteLabel = {
  readonly orderId: number
  readonly name: string
  readonly parcel: number
  readonly parcels: number
  /** The number of the note, with its series. */
  readonly number: string
  readonly mark: string
  readonly qrUrl: string
}

type Order = Pick<LoadingStop, 'orderId' | 'name' | 'parcels'>

/**
 * Returns a label for each parcel of an order whose note was issued. A parcel without a note has only the label of the packer, and so has
 * one whose note is a test or lists other orders than the stop has now.
 */
export function labelsOf(orders: readonly Order[], stops: readonly NotedStopView[]): NoteLabel[] {
  return orders.flatMap(({ orderId, name, parcels }) => {
    const stop = stops.find(({ orderIds }) => orderIds.includes(orderId))
    const note = stop && !stop.differs && !stop.note?.test ? stop.note : null
    if (!note?.qrUrl || note.mark === null) return []
    const { number, mark, qrUrl } = note
    return Array.from({ length: parcels }, (_, place) => ({
      orderId,
      name,
      parcel: place + 1,
      parcels,
      number,
      mark,
      qrUrl,
    }))
  })
}
