/** Provides a valid input for each query of the calendar, for tests that call all of them. */
import { fixed, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = () => ({
  'calendar.days': fixed({ from: '2026-11-23', to: '2026-11-29', kinds: ['orders.deliveries'], most: 5 }),
  'calendar.day': fixed({ day: '2026-11-23', kind: 'orders.deliveries', page: 1 }),
})
