/** Declares the task cards, and the question where the task of a scanned card is. */
import { z } from 'zod'
import { defineCards, defineQuery, zId } from '#kernel/contract.ts'
import { productionRights } from '../rights.ts'
import { zSectionTask } from '../section-day-contract.ts'
import { TASK_STATUSES } from '../task.ts'

/** The most cards of one PDF. */
export const MOST_CARDS = 150

/** Returns the cards of tasks, in the order of the ids. A section account gets only those of its own section. */
export const taskCards = defineCards('production.task-cards', {
  right: productionRights.read,
  input: z.strictObject({ ids: z.array(zId).min(1).max(MOST_CARDS) }),
})

/**
 * Returns where a task stands whose card was scanned, also for a section account whose task it is not, because the person holds the
 * card in hand.
 */
export const taskPlace = defineQuery('production.task-place', {
  right: productionRights.read,
  input: z.strictObject({ taskId: zId }),
  output: z.object({
    section: z.string(),
    status: z.enum(TASK_STATUSES),
    /** The section of the earlier step for which the task waits; null if its turn has come. */
    before: z.string().nullable(),
    /** The task itself; null for a section account whose task it is not. */
    task: zSectionTask.pick({ id: true, work: true, product: true, unit: true, quantity: true, left: true }).nullable(),
  }),
})
