/** The rules of the planned day of a task. */
import { type Day, showDay } from '#kernel/day.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { type ChainTask, isSameWork } from './chains.ts'
import { isOpenTask } from './task.ts'
import { isUnstarted, type TaskFacts } from './task-lifecycle.ts'

/** A step with its section and its day: the planned one, or else the day on which its goods are expected. */
export type DatedStep = ChainTask & { readonly section: string; readonly day: Day | null }

type StepDay = { readonly section: string; readonly day: Day }

const openSteps = (task: ChainTask, others: readonly DatedStep[], isMeant: (seq: number) => boolean): StepDay[] =>
  others.flatMap(({ section, day, ...other }) =>
    other.id !== task.id && day !== null && isMeant(other.seq) && isOpenTask(other.status) && isSameWork(task, other)
      ? [{ section, day }]
      : [],
  )

/** Returns the open step before a task that has the latest day; null if none has a day. `others` are the tasks of its order. */
export const latestBefore = (task: ChainTask, others: readonly DatedStep[]): StepDay | null =>
  openSteps(task, others, (seq) => seq < task.seq).toSorted((a, b) => b.day.localeCompare(a.day))[0] ?? null

/** Returns the open step after a task that has the earliest day; null if none has a day. */
export const earliestAfter = (task: ChainTask, others: readonly DatedStep[]): StepDay | null =>
  openSteps(task, others, (seq) => seq > task.seq).toSorted((a, b) => a.day.localeCompare(b.day))[0] ?? null

/** Returns why no other day can be planned for a task: it is closed, or its section has begun it. Null if one can. */
export function whyFixed({ status, begun }: Pick<TaskFacts, 'status' | 'begun'>): Refusal | null {
  if (!isOpenTask(status)) return refusal('refused', 'production.closed', { status })
  return isUnstarted({ status, begun }) ? null : refusal('refused', 'production.begun')
}

/** Returns why a task cannot be planned for a day: the day has passed, or a step before it is planned for later. */
export function whyNotOn(day: Day, today: Day, before: StepDay | null): Refusal | null {
  if (day < today) return refusal('refused', 'production.plan-past', { day: showDay(day) })
  if (before === null || before.day <= day) return null
  return refusal('refused', 'production.plan-before-step', { section: before.section, day: showDay(before.day) })
}
