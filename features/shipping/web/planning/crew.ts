/** Who drives, and with which vehicle: what was chosen last on this device is chosen again. */
import { z } from 'zod'
import type { OutputOf } from '#kernel/contract.ts'
import type { shippingChoices } from '../../domain/contract.ts'
import { DRIVER_TYPES, type DriverType, openShipmentOf } from '../../domain/shipment.ts'

/** The key of the device under which the last choice is stored. */
export const CREW_KEY = 'shipping-choices'

/** What the device has stored of the last choice. */
export const zRemembered = z.object({ driverType: z.enum(DRIVER_TYPES), driver: z.string(), vehicle: z.string() })
export type Remembered = z.output<typeof zRemembered>

export const NOTHING_REMEMBERED: Remembered = { driverType: 'Driver', driver: '', vehicle: '' }

/** Driver type, driver and vehicle of a plan. */
export type Crew = {
  readonly driverType: DriverType
  readonly driverUserId: number | null
  readonly driver: string
  readonly vehicle: string
}

type Choices = OutputOf<typeof shippingChoices>

/** Returns the driver of the company that is chosen: the last one, or the only one. One that is no longer in the list is ignored. */
function driverOf({ driver }: Remembered, choices: Choices | undefined): string {
  if (choices === undefined || choices.drivers.some(({ name }) => name === driver)) return driver.trim()
  const [only, ...others] = choices.drivers
  return only && others.length === 0 ? only.name : ''
}

/** Returns who drives. A stored vehicle that is no longer in the list is ignored. */
export function crewOf(kept: Remembered, choices: Choices | undefined): Crew {
  if (kept.driverType !== 'Driver')
    return { driverType: kept.driverType, driverUserId: null, driver: kept.driver.trim(), vehicle: '' }
  const driver = driverOf(kept, choices)
  const vehicle = choices === undefined || choices.vehicles.includes(kept.vehicle) ? kept.vehicle : ''
  const driverUserId = choices?.drivers.find(({ name }) => name === driver)?.userId ?? null
  return { driverType: 'Driver', driverUserId, driver, vehicle }
}

/** Returns the newest shipment of a driver that takes further orders, or null. */
export const openShipmentOfCrew = (crew: Crew, choices: Choices | undefined): number | null =>
  crew.driverType === 'Driver' ? (openShipmentOf(choices?.open ?? [], crew)?.id ?? null) : null
