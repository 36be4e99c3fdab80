/** Plans the shipment on the desk. */
import { type Dispatch, type SetStateAction, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#kernel/contract.ts'
import { useRun } from '#web/query.ts'
import { openWaitingWindow } from '#web/ui/paper/print-window.ts'
import { say } from '#web/ui/say.tsx'
import { planShipment } from '../../domain/contract.ts'
import type { Crew } from './crew.ts'
import { NO_DETAILS, type ShipmentDetails, vouchersOf } from './DriverFields.tsx'
import type { PlannedStop } from './stop-order.ts'

/** Returns the address of the driver's sheet. */
export const sheetOf = (id: number): string => `/shipping-plan/${id}`

/** The shipment on the desk, and how to change it. */
export type Desk = {
  readonly stops: readonly PlannedStop[]
  readonly setStops: Dispatch<SetStateAction<readonly PlannedStop[]>>
  readonly details: ShipmentDetails
  readonly setDetails: Dispatch<SetStateAction<ShipmentDetails>>
}

/**
 * Plans the shipment, and opens the driver's sheet for printing if asked to. `measured` is the measured route, or null.
 * An accepted plan empties the panel, and `planned` is its id. A refused one changes nothing, and `error` says why.
 * Without a driver nothing is sent, and `askDriver` is called.
 */
export function usePlanning(
  { stops, setStops, details, setDetails }: Desk,
  crew: Crew,
  measured: InputOf<typeof planShipment>['measured'],
  askDriver: () => void,
) {
  const { t } = useTranslation('shipping')
  const [asked, setAsked] = useState(false)
  const [planned, setPlanned] = useState<number | null>(null)
  // The command ends before its orders have left the panel, so its own state does not tell the panel.
  const [pending, setPending] = useState(false)
  const plan = useRun(planShipment)
  const busy = useRef(false)

  const send = async (andPrint: boolean) => {
    // Browsers open a window only during a click, and the id of the sheet is known only after the plan is accepted.
    const sheet = andPrint ? openWaitingWindow() : null
    const answer = await plan
      .mutateAsync({
        orderIds: stops.map((stop) => stop.id),
        ...crew,
        extra: details.extra,
        measured,
        ...vouchersOf(stops, crew, details),
      })
      .catch(() => null)
    if (answer === null) {
      sheet?.close()
      return
    }
    setPlanned(answer.id)
    setStops([])
    setDetails(NO_DETAILS)
    setAsked(false)
    sheet?.show(sheetOf(answer.id))
    if (andPrint && sheet === null) say.note(t('plan.blocked'))
  }
  const submit = async (andPrint: boolean) => {
    setAsked(true)
    if (stops.length === 0 || busy.current) return
    if (crew.driver === '') {
      askDriver()
      return
    }
    busy.current = true
    setPending(true)
    await send(andPrint)
    busy.current = false
    setPending(false)
  }
  return { submit, asked, planned, closePlanned: () => setPlanned(null), pending, error: plan.error }
}
