/** What the laundry shows: the last answer of the server with the presses that it does not contain yet. */
import { addTaskPhoto } from '#features/production/domain/work-contract.ts'
import { offlineView, press } from '#kernel/offline/offline-view.ts'
import { JPEG_ADDRESS } from '#kernel/photo.ts'
import { closeLaundry, undoClose, waitingReturns, type Washing } from './contract.ts'

/** A closing that the server does not know yet. */
export type WaitingClose = { readonly key: string; readonly customer: string; readonly at: string }

export type WashingNow = Washing & { readonly waiting: readonly WaitingClose[] }

/** The returns in the laundry with the presses of this tablet. */
export const washingView = offlineView(waitingReturns, (now: Washing): WashingNow => ({ ...now, waiting: [] }), [
  press(
    closeLaundry,
    (now, { tasks }, { key, name, at }) => {
      const closed = new Set(tasks.map(({ taskId }) => taskId))
      return {
        ...now,
        returns: now.returns
          .map((one) => ({ ...one, items: one.items.filter(({ taskId }) => !closed.has(taskId)) }))
          .filter(({ items }) => items.length > 0),
        waiting: [{ key, customer: name, at }, ...now.waiting],
      }
    },
    { word: 'close' },
  ),
  press(
    undoClose,
    (now, { taskIds }) => ({
      ...now,
      closed: now.closed.map((one) =>
        one.taskIds.some((id) => taskIds.includes(id)) ? { ...one, isUndone: true, undoUntil: null } : one,
      ),
    }),
    { word: 'undo' },
  ),
  press(
    addTaskPhoto,
    (now, { taskIds, photo }) => ({
      ...now,
      returns: now.returns.map((one) =>
        one.items.some(({ taskId }) => taskIds.includes(taskId))
          ? { ...one, photos: [...one.photos, JPEG_ADDRESS + photo] }
          : one,
      ),
    }),
    { word: 'photo' },
  ),
])
