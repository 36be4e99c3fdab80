import { useTranslation } from 'react-i18next'
import type { OrderRow } from '#features/orders/domain/contract.ts'
import { tellRefused } from '#features/orders/web/tell-refused.tsx'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { sendInvoices } from '../domain/contract.ts'

/** Invoices the ticked orders through the accounting service; sending goes on behind, each row shows where it stands. */
export default function InvoiceMany({ rows, clear }: { rows: readonly OrderRow[]; clear: () => void }) {
  const { t } = useTranslation('invoicing')
  const may = useMay('invoicing.invoice')
  const run = useRun(sendInvoices, { invalidates: ['orders'] })
  const count = rows.length

  const send = () =>
    run.mutateAsync({ ids: rows.map((row) => row.id) }).then(
      ({ sending, refused }) => {
        clear()
        if (sending.length > 0) say.done(t('said.sending', { count: sending.length }))
        tellRefused(refused, rows)
      },
      (error: unknown) => say.failed(error, () => void send()),
    )

  const press = async () => {
    const agreed = await confirm({
      title: t('many.title', { count }),
      body: t('many.body'),
      confirmLabel: t('many.confirm', { count }),
    })
    if (agreed) await send()
  }

  if (!may) return null
  return (
    <ActionButton pending={run.isPending} onClick={() => void press()}>
      {t('many.button')}
    </ActionButton>
  )
}
