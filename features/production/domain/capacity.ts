/** The load of a section on each day (C-82). */
import type { Unit } from '#features/products/domain/product.ts'
import type { Day } from '#kernel/day.ts'
import { addDays } from '#kernel/day.ts'
import { isWorkingDay } from '#kernel/days/working-day.ts'
import type { Period } from '#kernel/days/period.ts'
import {
  addShown,
  exactQuantity,
  multiplyExact,
  proportionShown,
  type Quantity,
  quantity,
  roundShown,
  subtractQuantity,
  toNumber,
  PLACES,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import type { BoardDay } from './board-contract.ts'

/** What a section takes on a working day (C-82): pieces, and minutes of work; null if it is not known. */
export type SectionCapacity = { readonly pieces: Quantity | null; readonly minutes: Quantity | null }

/** Work of a section. `minutes` is the time for one unit of the product; null if its recipe does not say it. */
export type SectionWork = { readonly quantity: Quantity; readonly unit: Unit; readonly minutes: Quantity | null }

/** Returns what a section takes on a working day: minutes if they are known, otherwise pieces; null if neither is. */
export const dailyLoad = ({ pieces, minutes }: SectionCapacity): Quantity | null => minutes ?? pieces

/**
 * Returns what work takes of `dailyLoad`, in the same unit; null if it cannot be counted. With minutes a day, work counts its minutes,
 * and pieces without them take the average of the section: its minutes divided by its pieces. Without minutes a day only pieces
 * count. So goods in kilograms or metres count only with minutes.
 */
export function loadOfWork(
  { quantity: count, unit, minutes }: SectionWork,
  capacity: SectionCapacity,
): Quantity | null {
  const isPieces = unit === 'Item'
  if (capacity.minutes === null) return isPieces && capacity.pieces !== null ? count : null
  if (minutes !== null) return roundShown(multiplyExact(exactQuantity(count), exactQuantity(minutes)))
  return isPieces && capacity.pieces !== null ? proportionShown(count, capacity.minutes, capacity.pieces) : null
}

/** What a section has to make on a day, in the unit of its capacity. */
export type DayLoad = {
  readonly day: Day
  /** What is planned for the day. */
  readonly planned: Quantity
  /** What the days before could not take. */
  readonly carried: Quantity
  /** What the section takes on the day: 0 on a weekend and on a holiday; null if its capacity is not known. */
  readonly capacity: Quantity | null
  /** What the day cannot take, and the next day takes. */
  readonly rest: Quantity
}

const HUNDRED = quantity(100_0000)

/** Returns what is planned and carried as a whole percentage of the capacity; null without a capacity on this day. */
const percentOfLoad = ({ planned, carried, capacity }: DayLoad): number | null =>
  capacity === null || capacity === 0
    ? null
    : Math.round(toNumber(proportionShown(HUNDRED, addShown(planned, carried), capacity), PLACES.quantity))

/** Returns a load as the board shows it. */
export const shownLoad = (load: DayLoad): Pick<BoardDay, 'day' | 'planned' | 'carried' | 'percent' | 'isOver'> => ({
  day: load.day,
  planned: load.planned,
  carried: load.carried,
  percent: percentOfLoad(load),
  isOver: load.rest > 0,
})

/** Returns the load of a day, which takes what the day before could not take. */
function loadOf(day: Day, usual: Quantity | null, planned: Quantity, carried: Quantity): DayLoad {
  if (usual === null) return { day, planned, carried: ZERO_QUANTITY, capacity: null, rest: ZERO_QUANTITY }
  const capacity = isWorkingDay(day) ? usual : ZERO_QUANTITY
  const wanted = addShown(planned, carried)
  return {
    day,
    planned,
    carried,
    capacity,
    rest: wanted > capacity ? subtractQuantity(wanted, capacity) : ZERO_QUANTITY,
  }
}

/**
 * Returns the load of each day from `from` on, without an end. What a day cannot take goes to the next day, and weekends and holidays
 * take nothing. `carried` is what the days before could not take. `usual` is what a working day takes, null if it is not known; then
 * nothing is carried.
 */
export function* eachLoad(
  usual: Quantity | null,
  plannedOn: ReadonlyMap<Day, Quantity>,
  from: Day,
  carried: Quantity = ZERO_QUANTITY,
): Generator<DayLoad, never> {
  let before = carried
  for (let day = from; ; day = addDays(day, 1)) {
    const load = loadOf(day, usual, plannedOn.get(day) ?? ZERO_QUANTITY, before)
    before = load.rest
    yield load
  }
}

/** Returns the load of each day of a period, by the rule of `eachLoad`. */
export function loadsOf(
  usual: Quantity | null,
  plannedOn: ReadonlyMap<Day, Quantity>,
  { from, to }: Period,
  carried: Quantity = ZERO_QUANTITY,
): DayLoad[] {
  const loads: DayLoad[] = []
  if (from > to) return loads
  for (const load of eachLoad(usual, plannedOn, from, carried)) {
    loads.push(load)
    if (load.day >= to) break
  }
  return loads
}
