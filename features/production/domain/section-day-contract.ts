/** Declares what the page of a section shows: the tasks whose turn it is, why they are blocked, and the presses of today. */
import { z } from 'zod'
import { defineQuery, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { productionRights } from './rights.ts'
import { TASK_STATUSES } from './task.ts'

/** The most tasks and presses that the page of a section shows. The figures count all. */
export const MOST_SHOWN = 150
export const MOST_PRESSES = 100

/** A step of the chain that a task belongs to. */
const zStep = z.object({ id: z.int(), seq: z.int(), section: z.string(), status: z.enum(TASK_STATUSES) })

/** What a material that is short waits for. */
const zWaitsFor = z.object({
  /** The open task that brings it next: its section, day and what is left of it. */
  task: z.object({ id: z.int(), section: z.string(), day: z.string().nullable(), left: zQuantity }).nullable(),
  /** The oldest open request to buy it, of this task before those of others. */
  request: z
    .object({ since: z.string(), by: z.string(), due: z.string().nullable(), quantity: zQuantity, isOwn: z.boolean() })
    .nullable(),
})

const zTaskMaterial = z.object({
  line: z.int(),
  productId: z.int().nullable(),
  name: z.string(),
  /** The unit in which the material is kept, and in which all quantities are. */
  unit: z.string(),
  /** By recipe, for the whole task. */
  needed: zQuantity,
  /** What the finished pieces really took more than by recipe; below zero for less. A day stored by an earlier page lacks it. */
  extra: zQuantity.optional(),
  taken: zQuantity,
  state: z.enum(['WAITING', 'RECEIVED', 'DROPPED']),
  /** What is on the shelf; null if the name matches no product (C-38). */
  shelf: zQuantity.nullable(),
  /** What the shelf lacks of what the task still takes, after the tasks that are due before it. */
  short: zQuantity,
  overridable: z.boolean(),
  isOrdered: z.boolean(),
  reason: z.string(),
  replacedName: z.string(),
  waitsFor: zWaitsFor.nullable(),
})
export type SectionMaterial = z.output<typeof zTaskMaterial>

export const zSectionTask = z.object({
  id: z.int(),
  version: z.int(),
  work: z.enum(['PRODUCTION', 'LAUNDRY']),
  name: z.string(),
  description: z.string(),
  product: z.string(),
  unit: z.string(),
  status: z.enum(TASK_STATUSES),
  orderId: z.int().nullable(),
  customer: z.string(),
  /** The day on which the section plans it, or else the day on which it is expected. */
  day: z.string().nullable(),
  isLate: z.boolean(),
  quantity: zQuantity,
  done: zQuantity,
  scrapped: zQuantity,
  left: zQuantity,
  comments: z.string(),
  /** The keys of its photos. What external programs have put among them is left out. */
  photos: z.array(z.string()),
  worker: z.string(),
  chain: z.array(zStep),
  materials: z.array(zTaskMaterial),
})
export type SectionTask = z.output<typeof zSectionTask>

/** The kinds of presses that a section makes on a task. */
const PRESS_KINDS = ['RECEIVE', 'PROCEED', 'FINISH', 'ORDER', 'REPLACE'] as const
export type PressKind = (typeof PRESS_KINDS)[number]

export const zPress = z.object({
  id: z.int(),
  taskId: z.int(),
  /** CLOSE is the closing of a washing task, by the laundry. */
  kind: z.enum([...PRESS_KINDS, 'CLOSE']),
  product: z.string(),
  unit: z.string(),
  done: zQuantity,
  scrapped: zQuantity,
  reason: z.string(),
  worker: z.string(),
  by: z.string(),
  at: z.string(),
  isUndone: z.boolean(),
  /** Until when it can be undone; null if a later press of the task comes first, or if it was undone. */
  undoUntil: z.string().nullable(),
})
export type SectionPress = z.output<typeof zPress>

/** Returns the day of a section: the tasks to do now and next, what comes from other sections, and the presses of today. */
export const sectionDay = defineQuery('production.section-day', {
  right: productionRights.read,
  input: z.strictObject({ section: zText(100) }),
  output: z.object({
    section: z.string(),
    today: z.object({
      /** The unit of `done` and `planned`; null if they count tasks, because the units of today differ. */
      unit: z.string().nullable(),
      done: zQuantity,
      planned: zQuantity,
      late: z.int(),
      blocked: z.int(),
    }),
    tasks: z.array(zSectionTask),
    /** The number of tasks whose turn it is, of which the first are in `tasks`. */
    open: z.int(),
    /** How many tasks wait for an earlier step, by the section of that step (C-84). */
    coming: z.array(z.object({ section: z.string(), tasks: z.int() })),
    presses: z.array(zPress),
    /**
     * The idempotency keys of this person's recent actions that this answer includes, so that the tablet does not count these presses
     * again. A day stored by an earlier page lacks them.
     */
    doneKeys: z.array(z.string()).optional(),
  }),
})
export type SectionDay = z.output<typeof sectionDay.output>
