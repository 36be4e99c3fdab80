/** The day of a section on this tablet, and its presses. */
import type { CommandContract, InputOf } from '#kernel/contract.ts'
import { Refused } from '#kernel/refusal.ts'
import { useOfflineView } from '#web/offline/counted/use-offline-view.ts'
import { sectionView } from '../../domain/section-now.ts'
import { addTaskPhoto } from '../../domain/work-contract.ts'

/** After this many milliseconds without an answer the press waits on the tablet. */
const PATIENCE_MS = 6_000

/** The task that a press is about. */
export type Pressed = { readonly id: number; readonly product: string }

export function useSection(section: string, personId: number) {
  const view = useOfflineView(sectionView, { section }, { personId, log: `section-presses ${section}` })
  const { queue } = view

  /**
   * Sends a press, or stores it while offline. Returns why it failed, or null. With `keepsRefusal` a refusal stays in the list above
   * until somebody has read it; otherwise the page shows it at the task.
   */
  const press = async <C extends CommandContract>(
    contract: C,
    input: InputOf<C>,
    task: Pressed,
    keepsRefusal = false,
  ): Promise<unknown> => {
    const subject = `tasks:${task.id}`
    // A photo has a subject of its own, so that it does not delay the other presses of the task.
    const about =
      contract.name === addTaskPhoto.name
        ? { subject: `photos:${subject}`, name: task.product, large: true }
        : { subject, name: task.product }
    const outcome = await queue.actAndWait(contract, input, about, PATIENCE_MS)
    if (outcome.kind === 'accepted') return null
    if (outcome.kind === 'waiting') return outcome.fault
    if (!keepsRefusal) queue.dismiss(outcome.key)
    return new Refused(outcome.refusal)
  }
  return { ...view, press }
}
export type SectionPresses = ReturnType<typeof useSection>
