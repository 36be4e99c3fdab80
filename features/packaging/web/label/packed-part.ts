/** Leaves out of the label what was missing at a packaging that waits on this device for the connection. */
import { useMemo } from 'react'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { usePerson } from '#web/session.ts'
import { type Box, packageOrder } from '../../domain/contract.ts'
import { boxAsPacked } from '../../domain/short-pick.ts'

/** No person has this id. It stands for the person until the session is known, and has no actions. */
const NO_PERSON = 0

export function usePackedPart(box: Box | undefined): Box | undefined {
  const { actions } = useDeviceActions(usePerson()?.id ?? NO_PERSON)
  return useMemo(() => {
    const press = actions.find(
      (action) =>
        action.command === packageOrder.name && action.subject === `orders:${box?.id}` && action.refusal === undefined,
    )
    const { data } = packageOrder.input.safeParse(press?.input)
    return box?.status === 'TO-PACKAGE' && data?.short ? boxAsPacked(box, data.short) : box
  }, [box, actions])
}
