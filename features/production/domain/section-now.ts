/** What the page of a section shows: the last answer of the server with the presses that it does not contain yet. */
import { z } from 'zod'
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
import { toReceive } from './materials.ts'
import type { SectionDay, SectionMaterial, SectionTask } from './section-day-contract.ts'
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

/** A press that is stored on the tablet. */
export type StoredPress = {
  readonly key: string
  readonly command: string
  readonly input: unknown
  /** The product of the task, for the list of what is done. */
  readonly name: string
  readonly at: string
}

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

const changed = (day: SectionNow, id: number, change: (task: SectionTask) => SectionTask): SectionNow => ({
  ...day,
  tasks: day.tasks.map((task) => (task.id === id ? change(task) : task)),
})

const changedLine = (task: SectionTask, line: number, change: Partial<SectionMaterial>): SectionTask => ({
  ...task,
  materials: task.materials.map((one) => (one.line === line ? { ...one, ...change } : one)),
})

function finished(day: SectionNow, press: StoredPress): SectionNow {
  const { data } = finishTask.input.safeParse(press.input)
  if (!data) return day
  const task = day.tasks.find(({ id }) => id === data.taskId)
  const { quantity: pieces, scrapped } = data
  const waiting: WaitingFinish = {
    key: press.key,
    taskId: data.taskId,
    product: task?.product ?? press.name,
    unit: task?.unit ?? 'Item',
    done: pieces,
    scrapped,
    worker: data.worker,
    at: press.at,
  }
  const next = changed(day, data.taskId, (one) => ({
    ...one,
    comments: data.comments ?? one.comments,
    done: addQuantity(one.done, pieces),
    scrapped: addQuantity(one.scrapped, scrapped),
    left: subtractQuantity(one.left, smallerQuantity(one.left, addQuantity(pieces, scrapped))),
  }))
  const { today } = day
  const isCounted = task !== undefined && task.unit === today.unit
  return {
    ...next,
    today: isCounted ? { ...today, done: addQuantity(today.done, pieces) } : today,
    tasks: next.tasks.filter(({ id, left }) => id !== data.taskId || left > 0),
    waiting: [waiting, ...day.waiting],
  }
}

/** Returns the day with one press added. */
function withPress(day: SectionNow, press: StoredPress): SectionNow {
  const { command, input } = press
  if (command === finishTask.name) return finished(day, press)
  if (command === receiveMaterials.name) {
    const { data } = receiveMaterials.input.safeParse(input)
    if (!data) return day
    const isMeant = ({ line }: SectionMaterial) => data.lines.length === 0 || data.lines.includes(line)
    return changed(day, data.taskId, (task) => ({
      ...task,
      materials: task.materials.map((one) => (isMeant(one) ? received(one) : one)),
    }))
  }
  if (command === proceedTask.name) {
    const { data } = proceedTask.input.safeParse(input)
    return data
      ? changed(day, data.taskId, (task) => ({
          ...task,
          comments: data.comments ?? task.comments,
          status: 'STOCK-RECEIVED',
        }))
      : day
  }
  if (command === orderMaterial.name) {
    const { data } = orderMaterial.input.safeParse(input)
    return data ? changed(day, data.taskId, (task) => changedLine(task, data.line, { isOrdered: true })) : day
  }
  if (command === noteTask.name) {
    const { data } = noteTask.input.safeParse(input)
    return data ? changed(day, data.taskId, (task) => ({ ...task, comments: data.comments ?? task.comments })) : day
  }
  if (command === addTaskPhoto.name) {
    const { data } = addTaskPhoto.input.safeParse(input)
    const shown = `data:image/jpeg;base64,${data?.photo ?? ''}`
    return (data?.taskIds ?? []).reduce(
      (now, id) => changed(now, id, (task) => ({ ...task, photos: [...task.photos, shown] })),
      day,
    )
  }
  if (command === undoTaskPress.name) {
    const { data } = undoTaskPress.input.safeParse(input)
    const undone = { isUndone: true, undoUntil: null }
    return data
      ? { ...day, presses: day.presses.map((one) => (one.id === data.pressId ? { ...one, ...undone } : one)) }
      : day
  }
  return day
}

/** The commands after which no earlier press of the task can be undone, because only its newest press can. */
const NEWEST: ReadonlySet<string> = new Set(
  [finishTask, receiveMaterials, proceedTask, orderMaterial, replaceMaterial].map(({ name }) => name),
)
const zOfTask = z.looseObject({ taskId: z.int() })

/** Takes the Undo from the presses of a task that are older than a stored one, which the server would refuse. */
function withoutOlderUndo(day: SectionNow, { command, input }: StoredPress): SectionNow {
  const { data } = zOfTask.safeParse(input)
  if (!data || !NEWEST.has(command)) return day
  const presses = day.presses.map((one) => (one.taskId === data.taskId ? { ...one, undoUntil: null } : one))
  return { ...day, presses }
}

/**
 * Adds the presses that are stored on the tablet, the oldest first. A press whose key the day names is skipped: the day contains it,
 * even if it still waits because its own answer was lost or is late.
 */
export function withStored(day: SectionDay, presses: readonly StoredPress[]): SectionNow {
  const contained = new Set(day.doneKeys)
  return presses
    .filter(({ key }) => !contained.has(key))
    .reduce<SectionNow>((now, press) => withPress(withoutOlderUndo(now, press), press), { ...day, waiting: [] })
}

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
