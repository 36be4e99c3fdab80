/** The load of a section on each day (C-82). */
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'
import { isWorkingDay } from '#kernel/days/working-day.ts'
import type { Period } from '#kernel/days/period.ts'
import {
  addQuantity,
  proportionOf,
  type Quantity,
  quantity,
  subtractQuantity,
  toNumber,
  PLACES,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { BoardDay } from './board-contract.ts'

/** What a section has to make on a day. */
export type DayLoad = {
  readonly day: Day
  /** The pieces that are planned for the day. */
  readonly planned: Quantity
  /** The pieces that the days before could not take. */
  readonly carried: Quantity
  /** The pieces that the section makes on the day: 0 on a weekend and on a holiday; null if its capacity is not known. */
  readonly capacity: Quantity | null
  /** What the day cannot take, and the next day takes. */
  readonly rest: Quantity
}

const HUNDRED = quantity(100_0000)

/** Returns planned and carried pieces as a whole percentage of the capacity; null without a capacity on this day. */
const percentOfLoad = ({ planned, carried, capacity }: DayLoad): number | null =>
  capacity === null || capacity === 0
    ? null
    : Math.round(toNumber(proportionOf(HUNDRED, addQuantity(planned, carried), capacity), PLACES.quantity))

/** Returns a load as the board shows it. */
export const shownLoad = (load: DayLoad): Pick<BoardDay, 'day' | 'carried' | 'percent' | 'isOver'> => ({
  day: load.day,
  carried: load.carried,
  percent: percentOfLoad(load),
  isOver: load.rest > 0,
})

/** Returns the load of a day, which takes what the day before could not take. */
function loadOf(day: Day, usual: Quantity | null, planned: Quantity, carried: Quantity): DayLoad {
  if (usual === null) return { day, planned, carried: ZERO_QUANTITY, capacity: null, rest: ZERO_QUANTITY }
  const capacity = isWorkingDay(day) ? usual : ZERO_QUANTITY
  const wanted = addQuantity(planned, carried)
  return {
    day,
    planned,
    carried,
    capacity,
    rest: wanted > capacity ? subtractQuantity(wanted, capacity) : ZERO_QUANTITY,
  }
}

/**
 * Returns the load of each day of a period. What a day cannot take goes to the next day, and weekends and holidays take nothing.
 * `carried` is what the days before the period could not take. `usual` is the capacity of a working day, null if it is not known; then
 * nothing is carried.
 */
export function loadsOf(
  usual: Quantity | null,
  plannedOn: ReadonlyMap<Day, Quantity>,
  { from, to }: Period,
  carried: Quantity = ZERO_QUANTITY,
): DayLoad[] {
  const loads: DayLoad[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const before = loads.at(-1)?.rest ?? carried
    loads.push(loadOf(day, usual, plannedOn.get(day) ?? ZERO_QUANTITY, before))
  }
  return loads
}
