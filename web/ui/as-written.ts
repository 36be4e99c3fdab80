import { Refused } from '#kernel/refusal.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/problems.ts'

/** What the person has confirmed. */
export type AsWritten = { readonly asWritten?: true }

/** What the question says below the refusal, and the verb on its button. */
type Question = { readonly body: string; readonly confirmLabel: string }

/**
 * Sends a number as it was typed. If the server refuses its check digit (C-100), asks the person once whether it is meant like this, and then
 * sends it again. Throws the refusal if it is not, so that the form shows it.
 */
export async function sendAsWritten<Output>(
  send: (confirmed: AsWritten) => Promise<Output>,
  { body, confirmLabel }: Question,
): Promise<Output> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.details?.['confirm'] !== 'asWritten') throw error
    if (!(await confirm({ title: refusalText(error.refusal), body, confirmLabel, danger: true }))) throw error
    return send({ asWritten: true })
  }
}
