/** What waits in the laundry, and the presses of this tablet, which are stored until the server has them. */
import { addTaskPhoto } from '#features/production/domain/work-contract.ts'
import type { CommandContract, InputOf, ParsedInputOf } from '#kernel/contract.ts'
import { readAction } from '#kernel/offline/offline-view.ts'
import { Refused } from '#kernel/refusal.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { useOfflineView } from '#web/offline/counted/use-offline-view.ts'
import { closeLaundry } from '../domain/contract.ts'
import { washingView } from '../domain/washing-now.ts'

/** After this many milliseconds without an answer the press waits on the tablet. */
const PATIENCE_MS = 6_000

/** The return that a press is about, by the first of its tasks. */
export type Pressed = { readonly taskIds: readonly number[]; readonly customer: string }

export type ClosedItem = ParsedInputOf<typeof closeLaundry>['tasks'][number]

/** The press is stored on the tablet, and the server does not know it yet. */
export const STORED = Symbol('stored')

export function useWashing(personId: number) {
  const view = useOfflineView(washingView, {}, { personId, log: 'washing-presses' })
  const { queue } = view

  /**
   * Sends a press, or stores it while offline. Returns null if the server accepted it, STORED, or why it failed. A refusal stays
   * in the list above until somebody has read it, or until the return is closed again.
   */
  const press = async <C extends CommandContract>(
    contract: C,
    input: InputOf<C>,
    { taskIds, customer }: Pressed,
  ): Promise<unknown> => {
    const subject = `washing:${Math.min(...taskIds)}`
    // A photo has a subject of its own, so that it does not delay the other presses of the return.
    const about =
      contract.name === addTaskPhoto.name
        ? { subject: `photos:${subject}`, name: customer, large: true }
        : { subject, name: customer }
    for (const earlier of queue.actions)
      if (earlier.subject === subject && earlier.refusal !== undefined) queue.dismiss(earlier.key)
    const outcome = await queue.actAndWait(contract, input, about, PATIENCE_MS)
    if (outcome.kind === 'accepted') return null
    return outcome.kind === 'waiting' ? STORED : new Refused(outcome.refusal)
  }

  return { ...view, press, refused: refusedItems(queue) }
}
export type WashingPresses = ReturnType<typeof useWashing>

/** Returns what refused closings contained, by task, so that nothing typed is lost. */
function refusedItems({ actions }: DeviceActions): ReadonlyMap<number, ClosedItem> {
  const items = actions
    .filter(({ refusal }) => refusal !== undefined)
    .flatMap((action) => readAction(closeLaundry, action)?.tasks ?? [])
  return new Map(items.map((item) => [item.taskId, item]))
}
