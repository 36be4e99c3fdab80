import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { moveOrders } from '../domain/contract.ts'
import { type Chosen, countOfChosen, withOrders } from './many-orders.tsx'

/** How many orders move in one transaction; more go one part after the other. */
const AT_ONCE = 100

/** Sends the chosen orders for packaging, or to invoicing; says which could not go and why. */
export function BulkMove({
  transition,
  chosen,
  clear,
}: {
  transition: 'send' | 'release'
  chosen: Chosen
  clear: () => void
}) {
  const { t } = useTranslation('orders')
  const [pending, setPending] = useState(false)
  const count = countOfChosen(chosen)

  const send = () => {
    setPending(true)
    withOrders(
      {
        contract: moveOrders,
        size: AT_ONCE,
        input: (ids) => ({ ids, transition }),
        part: ({ moved, refused }) => ({ done: moved.length, refused }),
        title: t(`bulk.${transition}.title`, { count }),
        said: (moved) => t(`bulk.${transition}.done`, { count: moved }),
      },
      chosen,
    )
      .then(clear, (error: unknown) => say.failed(error, send))
      .finally(() => setPending(false))
  }

  const press = async () => {
    const agreed = await confirm({
      title: t(`bulk.${transition}.title`, { count }),
      body: t(`bulk.${transition}.body`),
      confirmLabel: t(`bulk.${transition}.confirm`, { count }),
    })
    if (agreed) send()
  }

  return (
    <ActionButton pending={pending} onClick={() => void press()}>
      {t(`bulk.${transition}.button`)}
    </ActionButton>
  )
}
