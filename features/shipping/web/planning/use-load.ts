import { useAsk } from '#web/query.ts'
import { shipmentLoad } from '../../domain/planning-contract.ts'
import type { PlannedStop } from './stop-order.ts'

/** Returns the load of the shipment that is being planned. */
export function useLoad(stops: readonly PlannedStop[]) {
  const orderIds = stops.map(({ id }) => id).toSorted((a, b) => a - b)
  return useAsk(shipmentLoad, { orderIds }, { keepPrevious: true, enabled: orderIds.length > 0 })
}
