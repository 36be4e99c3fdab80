/** Sends the invoice of one order without a question, for a button and for what a person types. */
import i18n from 'i18next'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { Refused, refusal } from '#kernel/refusal.ts'
import { askQuery } from '#web/api.ts'
import { say } from '#web/ui/say.tsx'
import type { sendInvoices } from '../../domain/contract.ts'
import { customersInDoubt, problemsOfMany } from '../../domain/many-contract.ts'

type Answer = OutputOf<typeof sendInvoices>

export const refusedBy = ({ code, details }: Answer['refused'][number]) =>
  new Refused(refusal('refused', code, details))

/** Reports whether the confirmation says what stopped the invoice: a doubt, a problem of the document, or no accounting service. */
const needsDecision = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code.startsWith('invoicing.')

/**
 * Sends the invoice of an order, which is released first if it is only packaged. Returns false if a person must decide something before, or be
 * told of a doubt about the customer or of what the law says of cash. Throws for any other refusal.
 */
export async function sendOne(
  id: number,
  send: (input: InputOf<typeof sendInvoices>) => Promise<Answer>,
): Promise<boolean> {
  const [{ customers }, { orders }] = await Promise.all([
    askQuery(customersInDoubt, { ids: [id] }),
    askQuery(problemsOfMany, { ids: [id] }),
  ])
  if (customers.length > 0 || orders.length > 0) return false
  return send({ ids: [id], release: true })
    .then(({ refused: [no] }) => {
      if (no) throw refusedBy(no)
      say.done(i18n.t('said.sending', { ns: 'invoicing', count: 1 }))
      return true
    })
    .catch((error: unknown) => {
      if (needsDecision(error)) return false
      throw error
    })
}
