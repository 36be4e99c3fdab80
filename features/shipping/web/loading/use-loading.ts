/** Ticks parcels off on this device. Each tick is stored here before it is sent, so that a lost connection loses none. */
import { useMemo, useState } from 'react'
import { Refused } from '#kernel/refusal.ts'
import type { Outcome } from '#web/offline/action-queue.ts'
import { useCachedAsk } from '#web/offline/cached-answers.ts'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { departShipment, loadParcel, shipmentLoading, type LoadingStop } from '../../domain/loading-contract.ts'
import { missingParcels, type Tick, withTicks } from '../../domain/loading.ts'

/** After this many milliseconds without an answer a tick waits on the device, and the next parcel can be scanned. */
const PATIENCE_MS = 4_000

/** The result of a press or scan: it is known to the office, it waits on this device, or it was refused. */
export type Loaded = 'known' | 'waits' | Refused

/** Returns the loading of a shipment with the ticks of this device. */
export function useLoading(id: number, person: Person) {
  const answer = useCachedAsk(shipmentLoading, { id })
  const queue = useDeviceActions(person.id)
  const [accepted, setAccepted] = useState<readonly (Tick & { acceptedAt: number })[]>([])
  const { data, dataUpdatedAt } = answer
  const name = person.username || person.email

  const stops = useMemo(() => {
    if (data === undefined) return undefined
    const waiting = queue.actions.flatMap((action): Tick[] => {
      const given =
        action.command === loadParcel.name && !action.refusal ? loadParcel.input.safeParse(action.input) : null
      return given?.success && given.data.shipmentId === id ? [{ ...given.data, by: name, at: action.at }] : []
    })
    return withTicks(data.stops, [...accepted.filter(({ acceptedAt }) => acceptedAt > dataUpdatedAt), ...waiting])
  }, [data, dataUpdatedAt, queue.actions, accepted, id, name])

  const settle = async (sent: Promise<Outcome>): Promise<Loaded> => {
    const outcome = await sent.catch((error: unknown) => {
      // the device could not store the tick, so nothing is sent
      if (error instanceof Refused) return { kind: 'not-kept', refusal: error.refusal } as const
      throw error
    })
    if (outcome.kind === 'accepted') return 'known'
    if (outcome.kind === 'waiting') return 'waits'
    if (outcome.kind === 'refused') queue.dismiss(outcome.key)
    return new Refused(outcome.refusal)
  }

  return {
    answer,
    queue,
    stops,
    missing: stops === undefined ? [] : missingParcels(stops),
    departing: queue.actions.some(
      ({ command, subject, refusal }) =>
        command === departShipment.name && subject === `shipments:${id}` && refusal === undefined,
    ),
    /** Ticks a parcel off, or takes the tick back. */
    tick: async ({ orderId, name: customer }: LoadingStop, parcel: number, loaded: boolean): Promise<Loaded> => {
      const about = { subject: `parcels:${orderId}-${parcel}`, name: customer }
      const result = await settle(
        queue.actAndWait(loadParcel, { shipmentId: id, orderId, parcel, loaded }, about, PATIENCE_MS),
      )
      if (result === 'known') {
        const now = { orderId, parcel, loaded, by: name, at: new Date().toISOString(), acceptedAt: Date.now() }
        setAccepted((before) => [...before.filter((one) => one.orderId !== orderId || one.parcel !== parcel), now])
      }
      return result
    },
    depart: (withoutMissing: boolean): Promise<Loaded> => {
      const about = { subject: `shipments:${id}`, name, afterAll: true }
      return settle(queue.actAndWait(departShipment, { id, withoutMissing }, about, PATIENCE_MS))
    },
  }
}
