/** What the laundry shows: the last answer of the server with the presses that it does not contain yet. */
import { addTaskPhoto } from '#features/production/domain/work-contract.ts'
import { closeLaundry, undoClose, type WaitingReturn, type Washing } from './contract.ts'

/** A press that is stored on the tablet. */
export type StoredPress = {
  readonly key: string
  readonly command: string
  readonly input: unknown
  /** The customer of the return. */
  readonly name: string
  readonly at: string
}

/** A closing that the server does not know yet. */
export type WaitingClose = { readonly key: string; readonly customer: string; readonly at: string }

export type WashingNow = Washing & { readonly waiting: readonly WaitingClose[] }

/** Returns a return without its closed items, or nothing if none is left. */
function withoutClosed(one: WaitingReturn, closed: ReadonlySet<number>): WaitingReturn[] {
  const items = one.items.filter(({ taskId }) => !closed.has(taskId))
  return items.length === 0 ? [] : [{ ...one, items }]
}

function withPress(now: WashingNow, { command, input, key, name, at }: StoredPress): WashingNow {
  if (command === closeLaundry.name) {
    const { data } = closeLaundry.input.safeParse(input)
    const closed = new Set(data?.tasks.map(({ taskId }) => taskId))
    return {
      ...now,
      returns: now.returns.flatMap((one) => withoutClosed(one, closed)),
      waiting: [{ key, customer: name, at }, ...now.waiting],
    }
  }
  if (command === undoClose.name) {
    const { data } = undoClose.input.safeParse(input)
    const isMeant = (taskIds: readonly number[]) => taskIds.some((id) => data?.taskIds.includes(id))
    return {
      ...now,
      closed: now.closed.map((one) => (isMeant(one.taskIds) ? { ...one, isUndone: true, undoUntil: null } : one)),
    }
  }
  if (command === addTaskPhoto.name) {
    const { data } = addTaskPhoto.input.safeParse(input)
    const shown = `data:image/jpeg;base64,${data?.photo ?? ''}`
    const isMeant = ({ items }: WaitingReturn) => items.some(({ taskId }) => data?.taskIds.includes(taskId))
    return {
      ...now,
      returns: now.returns.map((one) => (isMeant(one) ? { ...one, photos: [...one.photos, shown] } : one)),
    }
  }
  return now
}

/** Adds the presses that are stored on the tablet, the oldest first. A press whose key the answer names is skipped. */
export function withStored(washing: Washing, presses: readonly StoredPress[]): WashingNow {
  const contained = new Set(washing.doneKeys)
  return presses.filter(({ key }) => !contained.has(key)).reduce<WashingNow>(withPress, { ...washing, waiting: [] })
}
