/** Declares the board: the open tasks of each section by their day, and the command that plans a task for another day. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId, zRefusal, zVersion } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zPositiveQuantity, zQuantity } from '#kernel/money.ts'
import { productionRights } from './rights.ts'
import { TASK_STATUSES } from './task.ts'

/** The most tasks that a cell of the board lists. Its sums contain all of them. */
export const MOST_OF_CELL = 20
/** The number of days after today that the board shows at most. */
export const DAYS_AHEAD = 366

const zStepDay = z.object({ section: z.string(), day: zDay })

const zBoardTask = z.object({
  id: z.int(),
  version: z.int(),
  product: z.string(),
  unit: z.string(),
  quantity: zQuantity,
  left: zQuantity,
  status: z.enum(TASK_STATUSES),
  /** Null for a task of the company itself (C-14). */
  orderId: z.int().nullable(),
  customer: z.string(),
  /** The planned day, or else the day on which its goods are expected; null if it has neither. */
  day: zDay.nullable(),
  /** The planned day, which undoing a move restores; null if there is none. */
  plannedOn: zDay.nullable(),
  /** The day on which its order is delivered. */
  delivery: zDay.nullable(),
  /** True if it lacks a material: tasks that are due before it claim from the shelf first. */
  isBlocked: z.boolean(),
  /** The open step of its chain before it that has the latest day. */
  before: zStepDay.nullable(),
  /** The open steps of its chain after it, with their days, the earliest first. */
  after: z.array(zStepDay),
  /** Why no other day can be planned for it, or null if one can. */
  fixed: zRefusal.nullable(),
})
export type BoardTask = z.output<typeof zBoardTask>

/** The open tasks of a section that are late, have no day, or have one day. */
const zCell = z.object({
  /** The number of its tasks, also of those that are not listed. */
  count: z.int(),
  /** The pieces that are left of all of them. */
  left: zQuantity,
  /** The number of tasks that the load does not contain, because their time is not known (C-82). */
  uncounted: z.int(),
  tasks: z.array(zBoardTask),
})
export type BoardCell = z.output<typeof zCell>

/** A day of a section with its load (C-82). */
const zDayCell = zCell.extend({
  day: zDay,
  /** What is planned for the day and what the days before could not take, in minutes if the section has them, otherwise in pieces. */
  planned: zQuantity,
  carried: zQuantity,
  /** Both as a percentage of the capacity; null on a day without capacity. */
  percent: z.int().nullable(),
  /** True if the day cannot take all of them. */
  isOver: z.boolean(),
})
export type BoardDay = z.output<typeof zDayCell>

const zBoardSection = z.object({
  section: z.string(),
  /** The pieces that it makes on a working day (C-82); null if it is not known. */
  capacity: zPositiveQuantity.nullable(),
  /** The minutes of work of a working day; null if they are not known. Then the load counts pieces. */
  minutes: zPositiveQuantity.nullable(),
  late: zCell,
  undated: zCell,
  /** The shown days from today on. */
  days: z.array(zDayCell),
})
export type BoardSection = z.output<typeof zBoardSection>

/** Returns the board of ten working days from the week of `day`. A section account reads only its own section. */
export const board = defineQuery('production.board', {
  right: productionRights.read,
  input: z.strictObject({
    /** Without it, and for a day that has passed, the week of today is meant. */
    day: zDay.optional(),
  }),
  output: z.object({
    /** The shown days, from the Monday of the week to the tenth working day that has not passed. */
    from: zDay,
    to: zDay,
    today: zDay,
    sections: z.array(zBoardSection),
  }),
})

/** Plans a task for a day, or with null for none. The day of a task without a planned one is the day on which its goods are expected. */
export const planTask = defineCommand('production.plan-task', {
  right: productionRights.write,
  input: z.strictObject({ taskId: zId, day: zDay.nullable(), version: zVersion }),
  output: z.object({
    taskId: z.int(),
    /** The planned day before; null if there was none. */
    before: zDay.nullable(),
    version: z.int(),
  }),
})
