import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Chosen, countOfChosen, withOrders } from '#features/orders/web/list/many-orders.tsx'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { sendInvoices } from '../domain/contract.ts'
import { invoicingRights } from '../domain/rights.ts'

/** This many orders are invoiced in one transaction. More orders are sent in several requests. */
const AT_ONCE = 100

type Props = {
  chosen: Chosen
  clear: () => void
  /** The orders are only packaged. They become READY-TO-INVOICE in the same step. */
  release?: boolean
}

/**
 * Invoices the selected orders through the accounting service. The sending continues in the background, and each row
 * shows its state.
 */
export default function InvoiceMany({ chosen, clear, release = false }: Props) {
  const { t } = useTranslation('invoicing')
  const may = useMay(invoicingRights.invoice)
  const [pending, setPending] = useState(false)
  const count = countOfChosen(chosen)

  const send = () => {
    setPending(true)
    withOrders(
      {
        contract: sendInvoices,
        size: AT_ONCE,
        input: (ids) => ({ ids, release }),
        part: ({ sending, refused }) => ({ done: sending.length, refused }),
        title: t('many.title', { count }),
        said: (sending) => t('said.sending', { count: sending }),
      },
      chosen,
    )
      .then(clear, (error: unknown) => say.failed(error, send))
      .finally(() => setPending(false))
  }

  const press = async () => {
    const agreed = await confirm({
      title: t('many.title', { count }),
      body: t(release ? 'release.body' : 'many.body'),
      confirmLabel: t('many.confirm', { count }),
    })
    if (agreed) send()
  }

  if (!may) return null
  return (
    <ActionButton pending={pending} onClick={() => void press()}>
      {t(release ? 'release.button' : 'many.button')}
    </ActionButton>
  )
}
