/** The history of an order: its steps with their times, computed backwards from the last one. */
import type { OrderStatus } from '#features/orders/domain/order.ts'
import { at, type Calendar, dayOffset, type Time } from './calendar.ts'
import type { Dice } from './dice.ts'

export type StepName =
  | 'create'
  | 'convert'
  | 'delete-offer'
  | 'find-stock'
  | 'send'
  | 'package'
  | 'release'
  | 'park'
  | 'invoice'
  | 'plan'
  | 'deliver'
  | 'return'
  | 'to-planning'
  | 'cancel'

export type CourseStep = {
  readonly name: StepName
  readonly from: OrderStatus | null
  readonly to: OrderStatus
  readonly time: Time
}

/** The usual hour of each step, and the least and most days after the step before. */
const USUAL_TIMES: Readonly<Record<StepName, readonly [hour: number, least: number, most: number]>> = {
  create: [8, 0, 0],
  convert: [9, 1, 3],
  'delete-offer': [9, 2, 8],
  'find-stock': [10, 0, 1],
  send: [11, 0, 1],
  package: [12, 0, 1],
  release: [14, 0, 0],
  park: [15, 0, 1],
  invoice: [15, 0, 1],
  plan: [16, 0, 1],
  deliver: [10, 1, 1],
  return: [11, 1, 1],
  'to-planning': [13, 1, 1],
  cancel: [17, 0, 2],
}

const RESULT: Readonly<Record<Exclude<StepName, 'create'>, OrderStatus>> = {
  convert: 'PENDING-STOCK',
  'delete-offer': 'OFFER-DELETE',
  'find-stock': 'STOCK-OK',
  send: 'TO-PACKAGE',
  package: 'PACKAGED',
  release: 'READY-TO-INVOICE',
  park: 'PARKED',
  invoice: 'INVOICED',
  plan: 'ON SHIPPING',
  deliver: 'SHIPPED',
  return: 'RETURNED',
  'to-planning': 'INVOICED',
  cancel: 'CANCELED',
}

export class Course {
  readonly steps: readonly CourseStep[]

  constructor(steps: readonly CourseStep[]) {
    this.steps = steps
  }

  get created(): Time {
    return this.steps[0]?.time ?? 0
  }

  get updated(): Time {
    return this.steps.at(-1)?.time ?? 0
  }

  /** Returns when the order first reached a status; null if it never did. */
  timeOf(status: OrderStatus): Time | null {
    return this.steps.find(({ to }) => to === status)?.time ?? null
  }
}

export type CourseWish = {
  /** The steps after the order was written. */
  readonly names: readonly Exclude<StepName, 'create'>[]
  readonly begins: OrderStatus
  /** The day of the last step. */
  readonly lastDay: number
  /** Times that are fixed, because all orders of a shipment leave together. */
  readonly fixed?: Partial<Record<StepName, Time>>
}

/** Computes the days backwards, so that the last step is on the wanted day. */
export function courseOf(dice: Dice, calendar: Calendar, { names, begins, lastDay, fixed = {} }: CourseWish): Course {
  const times: Time[] = []
  let day = calendar.workday(lastDay)
  for (const name of [...names].reverse()) {
    const known = fixed[name]
    if (known !== undefined) day = dayOffset(known)
    const [hour, least, most] = USUAL_TIMES[name]
    times.push(known ?? at(day, hour, dice.int(0, 54), dice.int(0, 59)))
    day = calendar.workday(day - dice.int(least, most))
  }
  times.push(at(day, USUAL_TIMES.create[0], dice.int(0, 54), dice.int(0, 59)))
  times.reverse()
  let status = begins
  const steps: CourseStep[] = [{ name: 'create', from: null, to: begins, time: times[0] ?? 0 }]
  for (const [index, name] of names.entries()) {
    const to = RESULT[name]
    steps.push({ name, from: status, to, time: times[index + 1] ?? 0 })
    status = to
  }
  return new Course(steps)
}
