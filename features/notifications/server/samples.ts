/** Provides a valid input for each command and query of notifications, for tests that call all of them. */
import { fixed, type HistorySample, type Samples } from '#server/testing/sample-parts.ts'

const RETURNED = 'orders.returned'

export const samples: Samples = () => ({
  'notifications.list': fixed(),
  'notifications.count': fixed(),
  'notifications.things': fixed({ kind: RETURNED }),
  'notifications.read': fixed({ key: RETURNED }),
  'notifications.snooze': fixed({ key: RETURNED, snoozed: true }),
  'notifications.choose': fixed({ kind: RETURNED, shown: false }),
})

export const historySample: HistorySample = {
  silent: ['notifications.read', 'notifications.snooze', 'notifications.choose'],
}
