/** The actions of a driver. Each is stored on the device before it is sent. */
import { useMemo } from 'react'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, finishShipment, takeBackLoans } from '#features/shipping/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Act, DeviceActions } from '#web/offline/device-actions.ts'
import { say } from '#web/ui/say.tsx'
import type { Stop } from '../domain/day.ts'
import type { DeliveryActions } from '../domain/delivery-form.ts'

export type DriverActions = ReturnType<typeof useDriverActions>

/**
 * Returns the driver's actions. Each returns true when the device has stored it, and shows an error if that failed.
 * Finishing a shipment and handing over cash are sent only after all earlier actions.
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
    const aboutStop = (stop: Stop, topics: readonly string[]) => ({
      subject: `orders:${stop.id}`,
      name: stop.name,
      topics: ['shipments', `orders:${stop.id}`, ...topics],
    })
    const closing = (stop: Stop) => aboutStop(stop, ['orders', `customers:${stop.customerId}`])
    const paying = (stop: Stop) => aboutStop(stop, ['payments', `customers:${stop.customerId}`])
    return {
      close: (stop: Stop, input: InputOf<typeof closeDelivery>) =>
        kept(act(closeDelivery, { ...input, shipmentId: stop.shipmentId }, closing(stop))),
      /** Stores delivery, payment and photo of one press, all of them or none. */
      deliver: (stop: Stop, { delivery, payment, photo }: DeliveryActions) => {
        const acts: Act[] = [
          { contract: closeDelivery, input: { ...delivery, shipmentId: stop.shipmentId }, about: closing(stop) },
        ]
        if (payment !== null) acts.push({ contract: collectPayment, input: payment, about: paying(stop) })
        // it has a subject of its own, so that a failure of the server at the photo does not delay the other actions
        const about = { ...aboutStop(stop, []), subject: `photos:${stop.id}`, large: true }
        if (photo !== null) acts.push({ contract: addDeliveryPhoto, input: photo, about })
        return kept(actAll(acts))
      },
      collect: (stop: Stop, input: InputOf<typeof collectPayment>) => kept(act(collectPayment, input, paying(stop))),
      takeBack: (stop: Stop, input: InputOf<typeof takeBackLoans>) =>
        kept(act(takeBackLoans, input, aboutStop(stop, ['loans', `customers:${stop.customerId}`]))),
      handOverCash: (input: InputOf<typeof handOverCash>, driver: string) =>
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
