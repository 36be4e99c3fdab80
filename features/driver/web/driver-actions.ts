/** The actions of a driver. Each is stored on the device before it is sent. */
import { useEffect, useMemo, useRef } from 'react'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import {
  addDeliveryPhoto,
  closeDelivery,
  finishShipment,
  reorderStops,
  takeBackLoans,
} from '#features/shipping/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Photo } from '#kernel/photo.ts'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { Act, DeviceActions } from '#web/offline/device-actions.ts'
import { say } from '#web/ui/say.tsx'
import { undoPress } from '../domain/contract.ts'
import type { Stop } from '../domain/day-now.ts'
import type { DeliveryActions } from '../domain/delivery-form.ts'
import { type ClosingPress, isOfPress, isPhotoOfPress } from '../domain/undone-presses.ts'

const aboutStop = (stop: Stop) => ({ subject: `orders:${stop.id}`, name: stop.name })
// it has a subject of its own, so that a failure of the server at the photo does not delay the other actions
const photoAct = (stop: Stop, input: InputOf<typeof addDeliveryPhoto>): Act => ({
  contract: addDeliveryPhoto,
  input,
  about: { ...aboutStop(stop), subject: `photos:${stop.id}`, large: true },
})

/** Returns true when the device has stored the work, and shows an error if that failed. */
const kept = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      say.failed(error)
      return false
    },
  )

async function undo(
  pressedAt: string,
  stops: ClosingPress['stops'],
  waiting: readonly QueuedAction[],
  { act, withdraw }: Pick<DeviceActions, 'act' | 'withdraw'>,
): Promise<void> {
  const orderIds = stops.map(({ id }) => id)
  const ofPress = waiting.filter((action) => action.refusal === undefined && isOfPress(action, { orderIds, pressedAt }))
  const photos = waiting.filter((action) => isPhotoOfPress(action, orderIds)).map(({ key }) => key)
  const closings = ofPress.filter(({ command }) => command === closeDelivery.name)
  const keys = ofPress.map(({ key }) => key)
  if (closings.length === stops.length && (await withdraw([...keys, ...photos]))) return
  await act(
    undoPress,
    { orderIds, shipmentId: stops[0].shipmentId, pressedAt, doneAt: new Date().toISOString() },
    { ...aboutStop(stops[0]), afterAll: true },
  )
  if (photos.length > 0) await withdraw(photos)
}

/** Returns the actions that concern a shipment or all of the driver's cash. */
const ofShipments = (act: DeviceActions['act']) => ({
  /** Puts the open stops of a shipment into this order. */
  reorder: (shipmentId: number, orderIds: number[], driver: string) => {
    const subject = `shipments:${shipmentId}`
    return kept(act(reorderStops, { shipmentId, orderIds }, { subject, name: driver }))
  },
  handOverCash: (input: InputOf<typeof handOverCash>, driver: string) =>
    kept(act(handOverCash, input, { subject: 'cash', name: driver, afterAll: true })),
  finish: (id: number, driver: string) =>
    kept(
      act(
        finishShipment,
        { id },
        {
          subject: `shipments:${id}`,
          name: driver,
          afterAll: true,
        },
      ),
    ),
})

export type DriverActions = ReturnType<typeof useDriverActions>

/**
 * Returns the driver's actions. Each returns true when the device has stored it, and shows an error if that failed.
 * Finishing a shipment and handing over cash are sent only after all earlier actions.
 */
export function useDriverActions({
  act,
  actAll,
  withdraw,
  actions,
}: Pick<DeviceActions, 'act' | 'actAll' | 'withdraw' | 'actions'>) {
  const waiting = useRef(actions)
  useEffect(() => {
    waiting.current = actions
  }, [actions])

  return useMemo(() => {
    return {
      /** Closes the orders of a stop with one outcome and photo, all of them or none. */
      close: (
        orders: readonly Stop[],
        input: Omit<InputOf<typeof closeDelivery>, 'orderId' | 'shipmentId'>,
        photo: Photo | null,
      ) => {
        const closings: Act[] = orders.map((stop) => ({
          contract: closeDelivery,
          input: { ...input, orderId: stop.id, shipmentId: stop.shipmentId },
          about: aboutStop(stop),
        }))
        const photos: Act[] = orders.flatMap((stop) =>
          photo === null ? [] : [photoAct(stop, { orderId: stop.id, photo: photo.base64, takenAt: photo.takenAt })],
        )
        return kept(actAll([...closings, ...photos]))
      },
      /** Stores deliveries, payment and photos of one press, all of them or none. */
      deliver: (orders: readonly Stop[], { deliveries, payment, photos }: DeliveryActions) => {
        const stopOf = (orderId: number) => orders.filter(({ id }) => id === orderId)
        const acts: Act[] = deliveries.flatMap((delivery) =>
          stopOf(delivery.orderId).map((stop) => ({
            contract: closeDelivery,
            input: { ...delivery, shipmentId: stop.shipmentId },
            about: aboutStop(stop),
          })),
        )
        for (const stop of orders.slice(0, 1))
          if (payment !== null) acts.push({ contract: collectPayment, input: payment, about: aboutStop(stop) })
        for (const photo of photos) for (const stop of stopOf(photo.orderId)) acts.push(photoAct(stop, photo))
        return kept(actAll(acts))
      },
      /**
       * Undoes a press. If nothing of it was sent, it is withdrawn; otherwise the office is asked to undo it, after all
       * actions that wait.
       */
      undo: ({ pressedAt, stops }: ClosingPress) => kept(undo(pressedAt, stops, waiting.current, { act, withdraw })),
      collect: (stop: Stop, input: InputOf<typeof collectPayment>) => kept(act(collectPayment, input, aboutStop(stop))),
      takeBack: (stop: Stop, input: InputOf<typeof takeBackLoans>) => kept(act(takeBackLoans, input, aboutStop(stop))),
      ...ofShipments(act),
    }
  }, [act, actAll, withdraw])
}
