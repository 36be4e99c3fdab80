/**
 * The earliest day on which an order can be ready: from the stock, what is promised to others, what is on its way, the free capacity of
 * the sections and the times of purchase, through all levels of the recipes.
 *
 * What lies on the shelf is used today. What is on its way is used on its day, and what a step finishes on the next working day. The
 * products are made in an order that only the recipes give. Therefore more stock or capacity never gives a later day.
 */
import type { Material, Requirements } from '#features/products/domain/requirements.ts'
import { isShort, type Need, totalNeeds } from '#features/stock/domain/availability.ts'
import { addDays, type Day } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { addQuantity, type Quantity, subtractQuantity, ZERO_QUANTITY } from '#kernel/money.ts'
import { dailyLoad, type DayLoad, eachLoad, loadOfWork, type SectionCapacity, type SectionWork } from '../capacity.ts'
import { type NeedWalk, netInOrder, type NettedProduct, type NettedRow, walkNeeds } from '../netting.ts'

/** The most days after today on which work is placed. Later than that, the day is not known. */
export const MOST_DAYS = 400
/** The most plans that are compared. Each leaves out one thing on its way that the plan before waits for. */
const MOST_PLANS = 60

/** Goods that a task or a request brings. */
export type Arrival = {
  readonly quantity: Quantity
  /** Null if the day is not known. */
  readonly day: Day | null
  readonly from: 'task' | 'request'
  /** True if it is made or bought for this order: no promise to another order takes it, and it is not made a second time. */
  readonly isOwn: boolean
}

export type ReadyStep = {
  readonly seq: number
  readonly section: string
  /** The minutes for one unit; null if the recipe does not say them. */
  readonly minutes: Quantity | null
}

/** A product as this rule needs it. `promised` and `awaited` are the claims of others. */
export type ReadyProduct = Omit<NettedProduct, 'coming' | 'hasSteps'> & {
  readonly steps: readonly ReadyStep[]
  readonly arrivals: readonly Arrival[]
  /** The calendar days from an order to its arrival; null if they are not known. */
  readonly leadDays: number | null
}

/** A section with the work that it has already, in the unit of its `dailyLoad`. */
export type ReadySection = {
  readonly capacity: SectionCapacity
  readonly plannedOn: ReadonlyMap<Day, Quantity>
  /** The work whose day has passed. It is done first. */
  readonly late: Quantity
}

/** The recipes with the step that takes each material. */
export type ReadyMaterial = Material & { readonly seq: number }

export type ReadyWorld = {
  readonly today: Day
  readonly products: ReadonlyMap<number, ReadyProduct>
  readonly requirements: Requirements<ReadyMaterial>
  readonly sections: ReadonlyMap<string, ReadySection>
}

/** One thing that takes time. Its day is null if it is not known. */
export type ReadyLink = { readonly productId: number; readonly quantity: Quantity } & (
  | { readonly kind: 'coming'; readonly from: Arrival['from']; readonly isOwn: boolean; readonly day: Day | null }
  | { readonly kind: 'buy'; readonly day: Day | null }
  | { readonly kind: 'step'; readonly section: string; readonly day: Day | null; readonly waited: boolean }
  | { readonly kind: 'no-recipe'; readonly day: null }
)

export type ReadyDay = {
  /** Null if it is not known. */
  readonly day: Day | null
  /** What the day follows from, each thing after the one that it waits for; empty if everything lies on the shelf. */
  readonly chain: readonly ReadyLink[]
  /** What is not known, so that there is no day. */
  readonly unknown: readonly ReadyLink[]
}

/** The moment from which something may be used, and what it follows from. */
type Reached = { readonly usable: Day | null; readonly link: ReadyLink | null; readonly before: Reached | null }

/** Returns the later of two; what has no day is later than any day. */
const later = (one: Reached, other: Reached): Reached => {
  if (one.usable === null || other.usable === null) return one.usable === null ? one : other
  return other.usable > one.usable ? other : one
}

/** Computes working days once for each day. */
function workingCalendar() {
  const next = new Map<Day, Day>()
  const after = (day: Day): Day => {
    const known = next.get(day)
    if (known !== undefined) return known
    const found = nextWorkingDay(day)
    next.set(day, found)
    return found
  }
  return { after, from: (day: Day): Day => after(addDays(day, -1)) }
}
type Calendar = ReturnType<typeof workingCalendar>

/** The loads that a section has already, computed as far as they were needed. */
type StandingLoads = { readonly at: (index: number) => DayLoad | undefined; readonly indexOf: (day: Day) => number }

function standingLoads(today: Day, { capacity, plannedOn, late }: ReadySection): StandingLoads {
  const loads: DayLoad[] = []
  const further = eachLoad(dailyLoad(capacity), plannedOn, today, late)
  return {
    at: (index) => {
      while (index <= MOST_DAYS && loads.length <= index) loads.push(further.next().value)
      return loads[index]
    },
    indexOf: (day) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000),
  }
}

/** Returns what a section can still take on a day. */
const freeOn = ({ capacity, planned, carried, rest }: DayLoad): Quantity =>
  capacity === null || rest > 0 ? ZERO_QUANTITY : subtractQuantity(capacity, addQuantity(planned, carried))

/**
 * Returns the day on which each section has done the work that is planned for a day, with what the days before leave it. It is the
 * planned day, but not before today, if the capacity is not known; null if it is too far ahead. Work whose day has passed comes first.
 */
export function projectDone(today: Day, sections: ReadonlyMap<string, ReadySection>) {
  const known = new Map<string, Day | null>()
  const standing = new Map<string, StandingLoads>()
  const loadsOf = (name: string, section: ReadySection, isLate: boolean): StandingLoads => {
    const key = `${isLate} ${name}`
    const loads = standing.get(key) ?? standingLoads(today, isLate ? { ...section, plannedOn: new Map() } : section)
    standing.set(key, loads)
    return loads
  }
  const compute = (name: string, planned: Day): Day | null => {
    const day = planned < today ? today : planned
    const section = sections.get(name)
    if (section === undefined || dailyLoad(section.capacity) === null) return day
    const loads = loadsOf(name, section, planned < today)
    let index = loads.indexOf(day)
    let left = loads.at(index)?.rest
    while (left !== undefined && left > 0) {
      index += 1
      const capacity = loads.at(index)?.capacity
      left = capacity === undefined || capacity === null ? undefined : subtractQuantity(left, capacity)
    }
    return left === undefined ? null : addDays(today, index)
  }
  return (section: string, planned: Day): Day | null => {
    const key = `${planned} ${section}`
    const found = known.get(key)
    if (found !== undefined) return found
    const day = compute(section, planned)
    known.set(key, day)
    return day
  }
}

type Place = { readonly finish: Day | null; readonly waited: boolean; readonly behind: Reached | null }

/** The queue of a section: what is taken later begins where the work before it ends. */
function sectionQueue(section: ReadySection | undefined, loads: StandingLoads | null, calendar: Calendar) {
  let index = 0
  let free: Quantity | null = null
  let last: Reached | null = null
  const take = (from: Day, work: SectionWork): Place => {
    const first = calendar.from(from)
    const load = section === undefined ? null : loadOfWork(work, section.capacity)
    // work that cannot be counted takes the day on which it begins
    if (load === null || loads === null) return { finish: first, waited: false, behind: null }
    const place = loads.indexOf(first)
    const behind = index >= place ? last : null
    if (place > index) {
      index = place
      free = null
    }
    let left = load
    let begin: number | null = null
    for (;;) {
      const day = loads.at(index)
      if (day === undefined) return { finish: null, waited: true, behind }
      free ??= freeOn(day)
      if (free > 0) {
        begin ??= index
        if (left <= free) {
          free = subtractQuantity(free, left)
          return { finish: day.day, waited: begin > place, behind }
        }
        left = subtractQuantity(left, free)
      }
      index += 1
      free = null
    }
  }
  return {
    take,
    note: (reached: Reached) => {
      last = reached
    },
  }
}

/** The days of arrival that a plan uses of each product. A product without an entry uses all; `before` is exclusive. */
type Cutoffs = ReadonlyMap<number, { readonly before: Day | null }>

const isUsed = ({ day, isOwn }: Arrival, cutoff: { readonly before: Day | null } | undefined): boolean =>
  isOwn || cutoff === undefined || (day !== null && (cutoff.before === null || day < cutoff.before))

/** Returns what of a product is free once the arrivals that `counts` selects have come. */
function freeWith({ stock, promised, awaited, arrivals }: ReadyProduct, counts: (one: Arrival) => boolean): Quantity {
  let others = subtractQuantity(stock, addQuantity(promised, awaited))
  let own = ZERO_QUANTITY
  for (const arrival of arrivals) {
    if (!counts(arrival)) continue
    if (arrival.isOwn) own = addQuantity(own, arrival.quantity)
    else others = addQuantity(others, arrival.quantity)
  }
  return addQuantity(others < 0 ? ZERO_QUANTITY : others, own)
}

type Walk = NeedWalk<ReadyMaterial>
type Plan = { readonly reached: Reached; readonly unknown: readonly ReadyLink[] }

/** What stays the same in all plans of one question. */
type Setting = {
  readonly world: ReadyWorld
  readonly netted: ReadonlyMap<number, ReadyProduct & { readonly hasSteps: boolean }>
  readonly needs: readonly Need[]
  readonly calendar: Calendar
  readonly loads: (section: string) => StandingLoads | null
}

/** Returns the arrival for which the taken quantity waits; null if the shelf has it. */
function waitForArrival(
  { calendar }: Setting,
  product: ReadyProduct,
  productId: number,
  taken: Quantity,
  cutoff: { readonly before: Day | null } | undefined,
): Reached | null {
  const isEnough = (counts: (one: Arrival) => boolean) => !isShort(subtractQuantity(freeWith(product, counts), taken))
  if (taken === 0 || isEnough(() => false)) return null
  const used = product.arrivals.filter((one) => isUsed(one, cutoff))
  const last =
    used
      .filter((one): one is Arrival & { day: Day } => one.day !== null)
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .find(({ day }) => isEnough((one) => one.day !== null && one.day <= day && isUsed(one, cutoff))) ??
    used.find(({ day }) => day === null)
  const day = last?.day ?? null
  const link: ReadyLink = {
    kind: 'coming',
    productId,
    quantity: taken,
    from: last?.from ?? 'task',
    isOwn: last?.isOwn ?? false,
    day,
  }
  return { usable: day === null ? null : calendar.from(day), link, before: null }
}

/** Places the steps that make a product, each after the one before it and after its materials. Returns the last. */
function makeSteps(
  setting: Setting,
  { followed }: Walk,
  row: NettedRow,
  queueOf: (section: string) => ReturnType<typeof sectionQueue>,
  reachedOf: (productId: number) => Reached,
): Reached {
  const { calendar, world, netted } = setting
  const product = netted.get(row.productId)
  let reached: Reached = { usable: world.today, link: null, before: null }
  for (const { seq, section, minutes } of product?.steps ?? []) {
    for (const { materialId, seq: taker } of followed.get(row.productId) ?? [])
      if (taker === seq) reached = later(reached, reachedOf(materialId))
    const step = { kind: 'step', productId: row.productId, quantity: row.missing, section } as const
    if (reached.usable === null) {
      reached = { usable: null, link: { ...step, day: null, waited: false }, before: reached }
      continue
    }
    const queue = queueOf(section)
    const { finish, waited, behind } = queue.take(reached.usable, {
      quantity: row.missing,
      unit: product?.unit ?? 'Item',
      minutes,
    })
    reached = {
      usable: finish === null ? null : calendar.after(finish),
      link: { ...step, day: finish, waited },
      before: behind ?? reached,
    }
    queue.note(reached)
  }
  return reached
}

/** Places everything that is needed, with the arrivals that the cutoffs allow. */
function planWith(setting: Setting, walk: Walk, cutoffs: Cutoffs): Plan {
  const { world, netted, needs, calendar, loads } = setting
  const shelf: Reached = { usable: world.today, link: null, before: null }
  const reached = new Map<number, Reached>()
  const reachedOf = (id: number): Reached => reached.get(id) ?? shelf
  const queues = new Map<string, ReturnType<typeof sectionQueue>>()
  const queueOf = (section: string) => {
    const queue = queues.get(section) ?? sectionQueue(world.sections.get(section), loads(section), calendar)
    queues.set(section, queue)
    return queue
  }
  const freeOf = (id: number): Quantity => {
    const product = netted.get(id)
    return product === undefined ? ZERO_QUANTITY : freeWith(product, (one) => isUsed(one, cutoffs.get(id)))
  }
  for (const row of netInOrder(walk, needs, netted, freeOf)) {
    const { productId, way, needed, missing } = row
    const product = netted.get(productId)
    if (product === undefined) continue
    const parts = [
      waitForArrival(setting, product, productId, subtractQuantity(needed, missing), cutoffs.get(productId)) ?? shelf,
    ]
    const what = { productId, quantity: missing }
    if (missing > 0 && way === 'make') parts.push(makeSteps(setting, walk, row, queueOf, reachedOf))
    else if (missing > 0 && way === 'buy') {
      const day = product.leadDays === null ? null : calendar.from(addDays(world.today, product.leadDays))
      parts.push({ usable: day, link: { kind: 'buy', ...what, day }, before: null })
    } else if (missing > 0) parts.push({ usable: null, link: { kind: 'no-recipe', ...what, day: null }, before: null })
    reached.set(productId, parts.reduce(later))
  }
  const unknown = new Map<string, ReadyLink>()
  for (const one of reached.values())
    if (one.usable === null && one.link !== null && (one.before === null || one.before.usable !== null))
      unknown.set(`${one.link.kind} ${one.link.productId}`, one.link)
  return {
    reached: needs.map(({ productId }) => reachedOf(productId)).reduce(later, shelf),
    unknown: [...unknown.values()],
  }
}

const chainOf = (reached: Reached): ReadyLink[] => {
  const chain: ReadyLink[] = []
  for (let one: Reached | null = reached; one !== null; one = one.before) if (one.link) chain.push(one.link)
  return chain.reverse()
}

/** Returns the arrivals that a better plan cannot wait for: the first thing of its chain, or all without a day. */
const waitedFor = ({ reached, unknown }: Plan): ReadyLink[] =>
  (reached.usable === null ? unknown : chainOf(reached).slice(0, 1)).filter(
    (link) => link.kind === 'coming' && !link.isOwn,
  )

/**
 * Returns the best plan. The first plan waits for everything that is on its way, and makes the rest. Whatever it waits for is then left
 * out, so that more is made, as long as something on its way is what the day follows from.
 */
function bestPlan(setting: Setting, walk: Walk): Plan {
  const cutoffs = new Map<number, { before: Day | null }>()
  let best = planWith(setting, walk, cutoffs)
  let last = best
  for (let count = 1; count < MOST_PLANS; count += 1) {
    const late = waitedFor(last)
    if (late.length === 0) break
    for (const { productId, day } of late) cutoffs.set(productId, { before: day })
    last = planWith(setting, walk, cutoffs)
    if (later(best.reached, last.reached) === best.reached && best.reached.usable !== last.reached.usable) best = last
  }
  return best
}

/** Returns the earliest day on which all of `needs` can be ready, never before today, with what it follows from. */
export function readyDay(needs: readonly Need[], world: ReadyWorld): ReadyDay {
  const calendar = workingCalendar()
  const standing = new Map<string, StandingLoads | null>()
  const netted = new Map([...world.products].map(([id, one]) => [id, { ...one, hasSteps: one.steps.length > 0 }]))
  const loads = (name: string) => {
    const known = standing.get(name)
    if (known !== undefined) return known
    const section = world.sections.get(name)
    const found =
      section === undefined || dailyLoad(section.capacity) === null ? null : standingLoads(world.today, section)
    standing.set(name, found)
    return found
  }
  const setting: Setting = { world, netted, needs, calendar, loads }
  const ids = [...totalNeeds(needs).keys()].sort((a, b) => a - b)
  // two orders of the work: in one of them a product does not stand behind another that waits for its materials
  const plans = [ids, ids.toReversed()].map((order) => bestPlan(setting, walkNeeds(order, netted, world.requirements)))
  const best = plans.reduce((one, other) => (later(one.reached, other.reached) === one.reached ? other : one))
  const { usable } = best.reached
  return {
    day: usable === null ? null : calendar.from(usable),
    chain: chainOf(best.reached),
    unknown: usable === null ? best.unknown : [],
  }
}
