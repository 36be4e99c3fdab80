/** What a driver does, each kept on the device before it is sent. */
import { useMemo } from 'react'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, finishShipment, takeBackLoans } from '#features/shipping/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Act, DeviceActions } from '#web/offline/device-actions.ts'
import { say } from '#web/ui/say.tsx'
import type { Stop } from '../domain/day.ts'
import type { HandOverActions } from '../domain/hand-over.ts'

export type DriverActions = ReturnType<typeof useDriverActions>

/**
 * The driver's verbs; each answers true when the action is safe on the device, and says so when it is not. The end of a
 * round and the hand-over of cash are sent when nothing done before them waits.
 */
export function useDriverActions({ act, actAll }: Pick<DeviceActions, 'act' | 'actAll'>) {
  return useMemo(() => {
    const kept = (work: Promise<void>): Promise<boolean> =>
      work.then(
        () => true,
        (error: unknown) => {
          say.failed(error)
          return false
        },
      )
    const atDoor = (stop: Stop, topics: readonly string[]) => ({
      subject: `orders:${stop.id}`,
      name: stop.name,
      topics: ['shipments', `orders:${stop.id}`, ...topics],
    })
    const closing = (stop: Stop) => atDoor(stop, ['orders', `customers:${stop.customerId}`])
    const paying = (stop: Stop) => atDoor(stop, ['payments', `customers:${stop.customerId}`])
    return {
      close: (stop: Stop, input: InputOf<typeof closeDelivery>) =>
        kept(act(closeDelivery, { ...input, shipmentId: stop.shipmentId }, closing(stop))),
      /** Delivery, money and photo of one press: all of them are kept, or none. */
      deliver: (stop: Stop, { delivery, payment, photo }: HandOverActions) => {
        const acts: Act[] = [
          { contract: closeDelivery, input: { ...delivery, shipmentId: stop.shipmentId }, about: closing(stop) },
        ]
        if (payment !== null) acts.push({ contract: collectPayment, input: payment, about: paying(stop) })
        // a photo is large: one that does not get through holds up nothing else at this door
        const about = { ...atDoor(stop, []), subject: `photos:${stop.id}` }
        if (photo !== null) acts.push({ contract: addDeliveryPhoto, input: photo, about })
        return kept(actAll(acts))
      },
      collect: (stop: Stop, input: InputOf<typeof collectPayment>) => kept(act(collectPayment, input, paying(stop))),
      takeBack: (stop: Stop, input: InputOf<typeof takeBackLoans>) =>
        kept(act(takeBackLoans, input, atDoor(stop, ['loans', `customers:${stop.customerId}`]))),
      handOver: (input: InputOf<typeof handOverCash>, driver: string) =>
        kept(act(handOverCash, input, { subject: 'cash', name: driver, topics: ['payments'], afterAll: true })),
      finish: (id: number, driver: string) =>
        kept(
          act(
            finishShipment,
            { id },
            {
              subject: `shipments:${id}`,
              name: driver,
              topics: ['shipments', `shipments:${id}`],
              afterAll: true,
            },
          ),
        ),
    }
  }, [act, actAll])
}
