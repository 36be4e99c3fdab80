/** Ticks parcels off on this device. Each tick is stored here before it is sent, so that a lost connection loses none. */
import { useMemo, useState } from 'react'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import { Refused } from '#kernel/refusal.ts'
import type { Outcome } from '#web/offline/action-queue.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useDeviceActions } from '#web/offline/device-actions.ts'
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
  const view = useMemo(() => loadingView(name), [name])
  const answer = useCachedAsk(view.query, { id })
  const queue = useDeviceActions(person.id)
  const [accepted, setAccepted] = useState<readonly (StoredAction & { acceptedAt: number })[]>([])
  const { data, dataUpdatedAt } = answer

  const now = useMemo(() => {
    const lacking = accepted.filter(({ acceptedAt }) => acceptedAt > dataUpdatedAt)
    return data === undefined ? undefined : view.now(data, [...lacking, ...queue.actions])
  }, [view, data, dataUpdatedAt, queue.actions, accepted])

  const settle = async (sent: Promise<Outcome>): Promise<Loaded> => {
    const outcome = await sent
    if (outcome.kind === 'accepted') return 'known'
    if (outcome.kind === 'waiting') return 'waits'
    queue.dismiss(outcome.key)
    return new Refused(outcome.refusal)
  }

  return {
    answer,
    queue,
    stops: now?.stops,
    missing: missingParcels(now?.stops ?? []),
    departing: now?.departing ?? false,
    /** Ticks a parcel off, or takes the tick back. */
    tick: async ({ orderId, name: customer }: LoadingStop, parcel: number, loaded: boolean): Promise<Loaded> => {
      const about = { subject: `parcels:${orderId}-${parcel}`, name: customer }
      const input = { shipmentId: id, orderId, parcel, loaded }
      const result = await settle(queue.actAndWait(loadParcel, input, about, PATIENCE_MS))
      if (result === 'known') {
        // of each parcel only the last tick counts, so its record stands for the key
        const key = about.subject
        const at = new Date()
        const tick = { key, command: loadParcel.name, input, name: customer, at: at.toISOString() }
        setAccepted((before) => [...before.filter((one) => one.key !== key), { ...tick, acceptedAt: at.getTime() }])
      }
      return result
    },
    depart: (withoutMissing: boolean): Promise<Loaded> => {
      const about = { subject: `shipments:${id}`, name, afterAll: true }
      return settle(queue.actAndWait(departShipment, { id, withoutMissing }, about, PATIENCE_MS))
    },
  }
}
