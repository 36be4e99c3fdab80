/** Ticks parcels off on this device. Each tick is stored here before it is sent, so that a lost connection loses none. */
import { useMemo } from 'react'
import { Refused } from '#kernel/refusal.ts'
import type { Outcome } from '#web/offline/action-queue.ts'
import { useOfflineView } from '#web/offline/counted/use-offline-view.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { departShipment, loadParcel, type LoadingStop } from '../../domain/loading-contract.ts'
import { loadingView, missingParcels } from '../../domain/loading.ts'

/** After this many milliseconds without an answer a tick waits on the device, and the next parcel can be scanned. */
const PATIENCE_MS = 4_000

/** The result of a press or scan: it is known to the office, it waits on this device, or it was refused. */
export type Loaded = 'known' | 'waits' | Refused

/** Returns the loading of a shipment with the ticks of this device. */
export function useLoading(id: number, person: Person) {
  const name = person.username || person.email
  const declared = useMemo(() => loadingView(name), [name])
  const view = useOfflineView(declared, { id }, { personId: person.id, log: `loading-ticks ${id}` })
  const { now, queue } = view

  const settle = async (sent: Promise<Outcome>): Promise<Loaded> => {
    const outcome = await sent
    if (outcome.kind === 'accepted') return 'known'
    if (outcome.kind === 'waiting') return 'waits'
    queue.dismiss(outcome.key)
    return new Refused(outcome.refusal)
  }

  return {
    ...view,
    pressed: declared.pressed,
    missing: missingParcels(now?.stops ?? []),
    /** Ticks a parcel off, or takes the tick back. */
    tick: ({ orderId, name: customer }: LoadingStop, parcel: number, loaded: boolean): Promise<Loaded> => {
      const about = { subject: `parcels:${orderId}-${parcel}`, name: customer }
      return settle(queue.actAndWait(loadParcel, { shipmentId: id, orderId, parcel, loaded }, about, PATIENCE_MS))
    },
    depart: (withoutMissing: boolean): Promise<Loaded> => {
      const about = { subject: `shipments:${id}`, name, afterAll: true }
      return settle(queue.actAndWait(departShipment, { id, withoutMissing }, about, PATIENCE_MS))
    },
  }
}
