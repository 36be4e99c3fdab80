/** Declares the names, inputs and outputs of the commands with which a section reports its work. */
import { z } from 'zod'
import { defineCommand, zId, zName, zText } from '#kernel/contract.ts'
import { zQuantity } from '#kernel/money.ts'
import { zTakenPhoto } from '#kernel/photo.ts'
import { productionRights } from './rights.ts'
import { TASK_STATUSES } from './task.ts'

/** The most materials that a task has. */
const MOST_MATERIALS = 200
/** The most photos that a task has, and the longest name of one. */
export const MOST_PHOTOS = 100

/** The most tasks that share a photo. */
const MOST_TASKS = 200

const update = productionRights.update
const zLine = z.int().min(1).max(MOST_MATERIALS)
/** The name that the person chose on the tablet (C-83). The office may leave it empty: the press also names the account. */
const zWorker = zName(60)
const zReason = zText(500)
const zComments = zText(20_000)
const zPhotos = z.array(zText(1_000)).max(MOST_PHOTOS)
/** Override Mode: takes what the stock holds of materials that may be overridden, although it is less than needed (C-58). */
const zOverride = z.strictObject({ reason: zReason })

/** What each press answers: the task as it is now. */
const zWorked = z.object({
  taskId: z.int(),
  status: z.enum(TASK_STATUSES),
  /** The pieces that are finished and spoilt so far. */
  done: z.int(),
  scrapped: z.int(),
  /** Names the press for `undo-press`; null if there was nothing to do, because another tablet had done it. */
  pressId: z.int().nullable(),
})

/** Receives materials: takes from the stock what the task still needs of them. */
export const receiveMaterials = defineCommand('production.receive-materials', {
  right: update,
  input: z.strictObject({
    taskId: zId,
    /** Numbers of materials; empty for all that wait. */
    lines: z.array(zLine).max(MOST_MATERIALS),
    override: zOverride.optional(),
    worker: zWorker,
  }),
  output: zWorked,
})

/** Asks purchases for a purchased material. Asked again, nothing happens. */
export const orderMaterial = defineCommand('production.order-material', {
  right: update,
  input: z.strictObject({ taskId: zId, line: zLine, worker: zWorker }),
  output: zWorked,
})

/** Replaces a material by another product of the same family of units. The quantity stays. */
export const replaceMaterial = defineCommand('production.replace-material', {
  right: update,
  input: z.strictObject({ taskId: zId, line: zLine, productId: zId, reason: zReason, worker: zWorker }),
  output: zWorked,
})

/** Marks a task as STOCK-RECEIVED when all its materials are received. */
export const proceedTask = defineCommand('production.proceed', {
  right: update,
  input: z.strictObject({ taskId: zId, worker: zWorker, comments: zComments.optional() }),
  output: zWorked,
})

/** Finishes pieces of a task. It is FINISHED when no piece is left. */
export const finishTask = defineCommand('production.finish', {
  right: update,
  input: z.strictObject({
    taskId: zId,
    /** The good pieces of this press. */
    quantity: zQuantity,
    /** The spoilt pieces of this press; they need a reason. */
    scrapped: zQuantity,
    scrapReason: zReason.optional(),
    /** What the pieces of this press really took of a material, in its unit, if the recipe says otherwise. */
    used: z
      .array(z.strictObject({ line: zLine, quantity: zQuantity }))
      .max(MOST_MATERIALS)
      .optional(),
    override: zOverride.optional(),
    worker: zWorker,
    photos: zPhotos.optional(),
    comments: zComments.optional(),
  }),
  output: zWorked.extend({
    /** True if this press moved the order of the task to STOCK-OK (C-10). */
    promoted: z.boolean(),
  }),
})

/** Undoes the newest press of a task within ten minutes. */
export const undoTaskPress = defineCommand('production.undo-press', {
  right: update,
  input: z.strictObject({ pressId: zId, worker: zWorker }),
  output: zWorked,
})

/**
 * Stores a photo, as base64, as the last one of tasks: of one, or of all that were washed together. The same file is stored once.
 * `added` is the number of tasks that did not have it.
 */
export const addTaskPhoto = defineCommand('production.add-photo', {
  right: update,
  input: z.strictObject({
    taskIds: z.array(zId).min(1).max(MOST_TASKS),
    photo: zTakenPhoto,
  }),
  output: z.object({ added: z.int() }),
})

/** Stores the comments and photos of a task. A missing field stays as it is. */
export const noteTask = defineCommand('production.note-task', {
  right: update,
  input: z.strictObject({ taskId: zId, comments: zComments.optional(), photos: zPhotos.optional() }),
  output: z.object({ taskId: z.int() }),
})
