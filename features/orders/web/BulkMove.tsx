import { useTranslation } from 'react-i18next'
import { useRun } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { moveOrders, type OrderRow } from '../domain/contract.ts'
import { tellRefused } from './tell-refused.tsx'

/** Sends the ticked orders for packaging, or to invoicing; says which could not go and why. */
export function BulkMove({
  transition,
  rows,
  clear,
}: {
  transition: 'send' | 'release'
  rows: readonly OrderRow[]
  clear: () => void
}) {
  const { t } = useTranslation('orders')
  const run = useRun(moveOrders, { invalidates: ['orders'] })
  const count = rows.length

  const send = () =>
    run.mutateAsync({ ids: rows.map((row) => row.id), transition }).then(
      ({ moved, refused }) => {
        clear()
        if (moved.length > 0) say.done(t(`bulk.${transition}.done`, { count: moved.length }))
        tellRefused(refused, rows)
      },
      (error: unknown) => say.failed(error, () => void send()),
    )

  const press = async () => {
    const agreed = await confirm({
      title: t(`bulk.${transition}.title`, { count }),
      body: t(`bulk.${transition}.body`),
      confirmLabel: t(`bulk.${transition}.confirm`, { count }),
    })
    if (agreed) await send()
  }

  return (
    <ActionButton pending={run.isPending} onClick={() => void press()}>
      {t(`bulk.${transition}.button`)}
    </ActionButton>
  )
}
