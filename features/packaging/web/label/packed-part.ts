/** Shows on the label what the packer entered, before the office knows it. */
import { useMemo } from 'react'
import { useDeviceActions } from '#web/offline/device-actions.ts'
import { usePerson } from '#web/session.ts'
import { boxView } from '../../domain/box-now.ts'
import type { Box } from '../../domain/contract.ts'

/** No person has this id. It stands for the person until the session is known, and has no actions. */
const NO_PERSON = 0

/**
 * Returns the order as a packaging that waits on this device for the connection has left it. `entered` is the number of
 * parcels on the page from which the label is printed before the order is packaged.
 */
export function usePackedPart(box: Box | undefined, entered: number | undefined): Box | undefined {
  const { actions } = useDeviceActions(usePerson()?.id ?? NO_PERSON)
  return useMemo(
    () => box && boxView.now(box.status === 'TO-PACKAGE' ? { ...box, parcels: entered ?? 1 } : box, actions),
    [box, actions, entered],
  )
}
