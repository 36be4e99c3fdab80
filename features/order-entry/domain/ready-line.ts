/** What the form says about the earliest day of an order. */
import type { Ready } from '#features/production/domain/ready/ready-contract.ts'
import type { Day } from '#kernel/day.ts'

/** Reports whether a typed delivery is on a day before the order can be ready. An unknown day is never too early. */
export const isTooEarly = (delivery: string | null, ready: Pick<Ready, 'day'> | null): boolean =>
  delivery !== null && ready?.day != null && delivery.slice(0, 10) < ready.day

/** Returns a day as the delivery of an order, which means the whole day. */
export const deliveryOn = (day: Day): string => `${day} 00:00:00`
