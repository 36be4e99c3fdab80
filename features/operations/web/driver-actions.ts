/** What a driver does, each kept on the device before it is sent. */
import { useMemo } from 'react'
import { collectPayment, handOverCash } from '#features/payments/domain/contract.ts'
import { addDeliveryPhoto, closeDelivery, finishShipment, takeBackLoans } from '#features/shipping/domain/contract.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { say } from '#web/ui/say.tsx'
import type { Stop } from './driver-day.ts'

export type DriverActions = ReturnType<typeof useDriverActions>

/** The driver's verbs; each answers true when the action is safe on the device, and says so when it is not. */
export function useDriverActions({ act }: Pick<DeviceActions, 'act'>) {
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
    return {
      close: (stop: Stop, input: InputOf<typeof closeDelivery>) =>
        kept(act(closeDelivery, input, atDoor(stop, ['orders', `customers:${stop.customerId}`]))),
      addPhoto: (stop: Stop, input: InputOf<typeof addDeliveryPhoto>) =>
        kept(act(addDeliveryPhoto, input, atDoor(stop, []))),
      collect: (stop: Stop, input: InputOf<typeof collectPayment>) =>
        kept(act(collectPayment, input, atDoor(stop, ['payments', `customers:${stop.customerId}`]))),
      takeBack: (stop: Stop, input: InputOf<typeof takeBackLoans>) =>
        kept(act(takeBackLoans, input, atDoor(stop, ['loans', `customers:${stop.customerId}`]))),
      handOver: (input: InputOf<typeof handOverCash>, driver: string) =>
        kept(act(handOverCash, input, { subject: 'cash', name: driver, topics: ['payments'] })),
      finish: (id: number, driver: string) =>
        kept(
          act(
            finishShipment,
            { id },
            {
              subject: `shipments:${id}`,
              name: driver,
              topics: ['shipments', `shipments:${id}`],
            },
          ),
        ),
    }
  }, [act])
}
