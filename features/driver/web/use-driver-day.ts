import { useOfflineView } from '#web/offline/counted/use-offline-view.ts'
import { driverView } from '../domain/day.ts'

/** Returns the day of the person on this device: the last answer of the office, with the actions that it does not include. */
export const useDriverDay = (personId: number, enabled: boolean) =>
  useOfflineView(driverView, {}, { personId, log: 'driver-day-log', enabled })
