/** The rules of the planned day of a task. */
import { type Day } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type ChainTask, isSameWork } from './chains.ts'
import { isOpenTask } from './task.ts'
import { isUnstarted, type TaskFacts } from './task-lifecycle.ts'

/** A step with its section and its day: the planned one, or else the day on which its goods are expected. */
export type DatedStep = ChainTask & { readonly section: string; readonly day: Day | null }

export type StepDay = { readonly section: string; readonly day: Day }

const openSteps = (task: ChainTask, others: readonly DatedStep[], isMeant: (seq: number) => boolean): StepDay[] =>
  others.flatMap(({ section, day, ...other }) =>
    other.id !== task.id && day !== null && isMeant(other.seq) && isOpenTask(other.status) && isSameWork(task, other)
      ? [{ section, day }]
      : [],
  )

/** Returns the open step before a task that has the latest day; null if none has a day. `others` are the tasks of its order. */
export const latestBefore = (task: ChainTask, others: readonly DatedStep[]): StepDay | null =>
  openSteps(task, others, (seq) => seq < task.seq).toSorted((a, b) => b.day.localeCompare(a.day))[0] ?? null

/** Returns the open steps after a task that have a day, the earliest first. */
export const openAfter = (task: ChainTask, others: readonly DatedStep[]): StepDay[] =>
  openSteps(task, others, (seq) => seq > task.seq).toSorted((a, b) => a.day.localeCompare(b.day))

/** What planning a task for another day means. */
export type MoveMeaning = {
  /** The later steps that are planned for an earlier day than the task would be, and would have to wait. */
  readonly waiting: readonly StepDay[]
  /** The days by which the order would be late: 0 if it is in time; null for a task without an order or a delivery. */
  readonly lateDays: number | null
  /** The days by which it is late already. */
  readonly lateNow: number
}

type Movable = { readonly day: Day | null; readonly delivery: Day | null; readonly after: readonly StepDay[] }

const daysAfter = (day: Day, delivery: Day): number =>
  Math.max(0, Math.round((Date.parse(day) - Date.parse(delivery)) / 86_400_000))

/** Returns the last day of a task and of the steps after it, none of which is before the task. */
const lastDay = (day: Day, after: readonly StepDay[]): Day =>
  after.reduce((last, one) => (one.day > last ? one.day : last), day)

/** Returns what planning a task for `day` means for the steps after it and for its order. */
export function meaningOf({ day: present, delivery, after }: Movable, day: Day): MoveMeaning {
  return {
    waiting: after.filter((step) => step.day < day),
    lateDays: delivery === null ? null : daysAfter(lastDay(day, after), delivery),
    lateNow: delivery === null || present === null ? 0 : daysAfter(lastDay(present, after), delivery),
  }
}

/** Returns why no other day can be planned for a task: it is closed, or its section has begun it. Null if one can. */
export function whyFixed({ status, begun }: Pick<TaskFacts, 'status' | 'begun'>): Refusal | null {
  if (!isOpenTask(status)) return refusal('refused', 'production.closed', { status })
  return isUnstarted({ status, begun }) ? null : refusal('refused', 'production.begun')
}

/** Returns why a task cannot be planned for a day: the day has passed, or a step before it is planned for later. */
export function whyNotOn(day: Day, today: Day, before: StepDay | null): Refusal | null {
  if (day < today) return refusal('refused', 'production.plan-past', { day })
  if (before === null || before.day <= day) return null
  return refusal('refused', 'production.plan-before-step', { section: before.section, day: before.day })
}
