/** Declares the driver feature to the server. */
import { feature } from '#server/feature.ts'
import { driverDayQuery } from './driver-day.ts'

export const driver = feature({ name: 'driver', queries: [driverDayQuery] })
