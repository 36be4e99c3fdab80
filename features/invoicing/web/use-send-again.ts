import { useTranslation } from 'react-i18next'
import { Refused, refusal } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { sendInvoices } from '../domain/contract.ts'
import { askAboutDoubts } from './CustomersInDoubt.tsx'

/**
 * Returns a function that sends the invoice of an order again. It names the warnings before, because the customer may have been changed
 * since the first attempt, and sends nothing if the person goes back. It throws the refusal of the server.
 */
export function useSendAgain(orderId: number | null) {
  const { t } = useTranslation('invoicing')
  const { mutateAsync, isPending } = useRun(sendInvoices)
  const sendAgain = async (): Promise<void> => {
    if (orderId === null) return
    const warned = await askAboutDoubts([orderId], t('many.title', { count: 1 }))
    if (warned === null) return
    const { refused } = await mutateAsync({ ids: [orderId], ...warned })
    const [no] = refused
    if (no) throw new Refused(refusal('refused', no.code, no.details))
    say.done(t('said.sending', { count: 1 }))
  }
  return { sendAgain, isPending }
}
