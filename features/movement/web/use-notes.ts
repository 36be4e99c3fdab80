import { useMemo } from 'react'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { notesOfShipment } from '../domain/contract.ts'

/** Returns the delivery notes of a shipment. The device keeps the last answer, so that their QR codes are there without a connection. */
export function useNotes(shipmentId: number) {
  const topics = useMemo(() => [`shipments:${shipmentId}`], [shipmentId])
  return useCachedAsk(notesOfShipment, { shipmentId }, { topics })
}
