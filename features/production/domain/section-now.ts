/** What the page of a section shows: the last answer of the server with the presses that it does not contain yet. */
import type { z } from 'zod'
import type { CommandContract, ParsedInputOf } from '#kernel/contract.ts'
import {
  addQuantity,
  largerQuantity,
  type Quantity,
  quantity,
  shareOfQuantity,
  smallerQuantity,
  subtractQuantity,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { offlineView, press, type StoredAction } from '#kernel/offline/offline-view.ts'
import { JPEG_ADDRESS } from '#kernel/photo.ts'
import { toReceive } from './materials.ts'
import {
  type PressKind,
  type SectionDay,
  sectionDay,
  type SectionMaterial,
  type SectionTask,
} from './section-day-contract.ts'
import { leftOf } from './task.ts'
import {
  addTaskPhoto,
  finishTask,
  noteTask,
  orderMaterial,
  proceedTask,
  receiveMaterials,
  replaceMaterial,
  undoTaskPress,
} from './work-contract.ts'

/** A finished part that the server does not know yet. */
export type WaitingFinish = {
  readonly key: string
  readonly taskId: number
  readonly product: string
  readonly unit: string
  readonly done: Quantity
  readonly scrapped: Quantity
  readonly worker: string
  readonly at: string
}

export type SectionNow = SectionDay & {
  readonly waiting: readonly WaitingFinish[]
}

const extraOf = ({ extra = ZERO_QUANTITY }: SectionMaterial): Quantity => extra

/** Returns what a task still takes of a material. */
export const missingOf = (material: SectionMaterial): Quantity => toReceive({ ...material, extra: extraOf(material) })

/** Returns what the whole task takes of a material, with what its finished pieces really took more or less than by recipe. */
export const takenInAll = (material: SectionMaterial): Quantity => addQuantity(material.needed, extraOf(material))

const received = (material: SectionMaterial): SectionMaterial =>
  material.state === 'WAITING'
    ? { ...material, state: 'RECEIVED', taken: takenInAll(material), short: ZERO_QUANTITY, waitsFor: null }
    : material

const changed = (day: SectionNow, id: number, change: (task: SectionTask) => Partial<SectionTask>): SectionNow => ({
  ...day,
  tasks: day.tasks.map((task) => (task.id === id ? { ...task, ...change(task) } : task)),
})

/** Changes the materials of a task that `isMeant` names by their lines. */
const changedMaterials = (
  day: SectionNow,
  id: number,
  isMeant: (line: number) => boolean,
  change: (material: SectionMaterial) => SectionMaterial,
): SectionNow =>
  changed(day, id, ({ materials }) => ({ materials: materials.map((one) => (isMeant(one.line) ? change(one) : one)) }))

function finished(
  day: SectionNow,
  { taskId, quantity: pieces, scrapped, comments, worker }: ParsedInputOf<typeof finishTask>,
  { key, name, at }: StoredAction,
): SectionNow {
  const task = day.tasks.find(({ id }) => id === taskId)
  const product = task?.product ?? name
  const unit = task?.unit ?? 'Item'
  const next = changed(day, taskId, (one) => {
    const after = { ...one, done: addQuantity(one.done, pieces), scrapped: addQuantity(one.scrapped, scrapped) }
    return { ...after, comments: comments ?? one.comments, left: largerQuantity(leftOf(after), ZERO_QUANTITY) }
  })
  const { today } = day
  const isCounted = task !== undefined && task.unit === today.unit
  return {
    ...next,
    today: isCounted ? { ...today, done: addQuantity(today.done, pieces) } : today,
    tasks: next.tasks.filter(({ id, left }) => id !== taskId || left > 0),
    waiting: [{ key, taskId, product, unit, done: pieces, scrapped, worker, at }, ...day.waiting],
  }
}

/** Declares a press that the server stores with the task. Only the newest of them can be undone, so it ends the undo of those before it. */
const taskPress = <Input extends { readonly taskId: number }>(
  kind: PressKind,
  contract: CommandContract<z.ZodType<Input>>,
  change: (day: SectionNow, input: Input, action: StoredAction) => SectionNow,
) =>
  press(
    contract,
    (day: SectionNow, input, action) => {
      const presses = day.presses.map((one) => (one.taskId === input.taskId ? { ...one, undoUntil: null } : one))
      return change({ ...day, presses }, input, action)
    },
    { word: kind },
  )

/** The day of a section with the presses of this tablet. */
export const sectionView = offlineView(sectionDay, (day: SectionDay): SectionNow => ({ ...day, waiting: [] }), [
  taskPress('FINISH', finishTask, finished),
  taskPress('RECEIVE', receiveMaterials, (day, { taskId, lines }) =>
    changedMaterials(day, taskId, (line) => lines.length === 0 || lines.includes(line), received),
  ),
  taskPress('PROCEED', proceedTask, (day, { taskId, comments }) =>
    changed(day, taskId, (task) => ({ comments: comments ?? task.comments, status: 'STOCK-RECEIVED' })),
  ),
  taskPress('ORDER', orderMaterial, (day, { taskId, line: ordered }) =>
    changedMaterials(
      day,
      taskId,
      (line) => line === ordered,
      (material) => ({ ...material, isOrdered: true }),
    ),
  ),
  // only the server knows what the other product is and what lies of it on the shelf
  taskPress('REPLACE', replaceMaterial, (day) => day),
  press(
    noteTask,
    (day, { taskId, comments }) => changed(day, taskId, (task) => ({ comments: comments ?? task.comments })),
    { word: 'NOTE' },
  ),
  press(
    addTaskPhoto,
    (day, { taskIds, photo }) =>
      taskIds.reduce(
        (now, id) => changed(now, id, ({ photos }) => ({ photos: [...photos, JPEG_ADDRESS + photo] })),
        day,
      ),
    { word: 'PHOTO' },
  ),
  press(
    undoTaskPress,
    (day, { pressId }) => ({
      ...day,
      presses: day.presses.map((one) => (one.id === pressId ? { ...one, isUndone: true, undoUntil: null } : one)),
    }),
    { word: 'UNDO' },
  ),
])

/** Returns how many pieces can be finished now: what is left, as far as the materials that are taken and on the shelf suffice. */
export function mostNow({ left, quantity: pieces, done, scrapped, materials }: SectionTask): Quantity {
  const begun = addQuantity(done, scrapped)
  return materials.reduce((most, { state, shelf, taken, needed, extra = ZERO_QUANTITY }) => {
    if (state !== 'WAITING' || shelf === null || needed === 0) return most
    // what was taken more than by recipe is in the finished pieces, and makes no further ones
    const byRecipe = largerQuantity(subtractQuantity(taken, extra), ZERO_QUANTITY)
    const there = smallerQuantity(addQuantity(byRecipe, quantity(Math.max(shelf, 0))), needed)
    const possible = shareOfQuantity(pieces, there, needed)
    return smallerQuantity(most, possible > begun ? subtractQuantity(possible, begun) : ZERO_QUANTITY)
  }, left)
}
