/** Puts an order on the vehicle of the driver who was chosen last, because a person typed so. */
import { readLocalStorageValue } from '@mantine/hooks'
import i18n from 'i18next'
import { may } from '#kernel/rights.ts'
import { askQuery, callTwice } from '#web/api.ts'
import type { VerbCall } from '#web/layouts/palette-verbs.ts'
import { currentActing } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import { closeDelivery, planShipment, shippingChoices } from '../../domain/contract.ts'
import { addStops } from '../../domain/planning-contract.ts'
import { CREW_KEY, crewOf, NOTHING_REMEMBERED, openShipmentOfCrew, zRemembered } from '../planning/crew.ts'

/** The shipment is named, so that a late press does not take the order out of another one. */
const takeBack = (orderId: number, shipmentId: number): void =>
  void callTwice(closeDelivery, {
    orderId,
    shipmentId,
    action: 'to-planning',
    reasonCode: 'other',
    reason: i18n.t('plan-one.undone', { ns: 'shipping' }),
  }).catch((error: unknown) => say.failed(error, () => takeBack(orderId, shipmentId)))

/**
 * Plans the order of a call with the remembered driver and vehicle: as the last stop of the shipment that they have not begun, or in a new one.
 * Returns false for a courier, whose voucher is asked, and if no driver is known.
 */
export async function planAtOnce({ record }: VerbCall): Promise<boolean> {
  if (record === null) return false
  const kept = zRemembered.safeParse(readLocalStorageValue({ key: CREW_KEY })).data ?? NOTHING_REMEMBERED
  const choices = await askQuery(shippingChoices, {})
  const crew = crewOf(kept, choices)
  if (crew.driverType !== 'Driver' || crew.driver === '') return false
  const orderIds = [record.id]
  const open = openShipmentOfCrew(crew, choices)
  const shipmentId =
    open === null
      ? (await callTwice(planShipment, { orderIds, ...crew })).id
      : (await callTwice(addStops, { shipmentId: open, orderIds })).shipmentId
  const said = i18n.t('plan-one.planned', { ns: 'shipping', id: record.id, driver: crew.driver })
  say.done(said, may(currentActing(), closeDelivery.right) ? () => takeBack(record.id, shipmentId) : undefined)
  return true
}
