import { Stack, Text } from '@mantine/core'
import i18n from 'i18next'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActing } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { say } from '#web/ui/say.tsx'
import { type BulkTransition, moveOrders } from '../../domain/contract.ts'
import type { OrderRow } from '../../domain/list-contract.ts'
import { backFrom, justMoved } from '../take-back.ts'
import { type Chosen, withKnownIds, countOfChosen, idsOfChosen, withOrders } from './many-orders.tsx'

/** How many orders move in one transaction. More are split into several calls. */
const AT_ONCE = 100

/** Texts of the button, the question and the messages, for pages with their own. */
export type MoveWords = {
  readonly title?: string
  readonly said?: (count: number) => string
  readonly failed?: string
  readonly icon?: ReactNode
}

type Props = {
  transition: BulkTransition
  chosen: Chosen
  clear: () => void
  words?: MoveWords
  /** Asks also before what can be undone, as the operations board must (S1-OPS-14). */
  alwaysAsks?: boolean
}

/** Takes orders back that were sent for packaging. One that is packed meanwhile is listed with the reason, and with its customer if `rows` has it. */
function takeBack(ids: readonly number[], rows: readonly OrderRow[]): void {
  withOrders(
    {
      contract: moveOrders,
      size: AT_ONCE,
      input: (some) => ({ ids: some, transition: 'reopen' as const }),
      part: ({ moved, refused }) => ({ done: moved.length, refused }),
      title: i18n.t('action.reopen', { ns: 'orders' }),
      said: (moved) => i18n.t('bulk.reopen.done', { ns: 'orders', count: moved }),
    },
    // orders of other pages of the list have no row here
    { rows, all: { count: ids.length, ids: () => Promise.resolve({ ids: [...ids], more: false }) } },
  ).catch((error: unknown) => say.failed(error, () => takeBack(ids, rows)))
}

/**
 * Sends the selected orders for packaging or to invoicing, and lists the refused ones with the reason. It asks before what cannot be undone: orders of
 * other pages of the list, open tasks, and invoicing.
 */
export function BulkMove({ transition, chosen, clear, words = {}, alwaysAsks = false }: Props) {
  const { t } = useTranslation('orders')
  const acting = useActing()
  const [pending, setPending] = useState(false)
  const count = countOfChosen(chosen)
  const mayTakeBack = backFrom(transition, justMoved(transition), acting) === 'reopen'

  const move = (which: Chosen, confirmOpenTasks: boolean) => {
    setPending(true)
    withOrders(
      {
        contract: moveOrders,
        size: AT_ONCE,
        input: (ids) => ({ ids, transition, confirmOpenTasks }),
        part: ({ moved, refused }) => ({ done: moved.length, refused, ids: moved }),
        undo: mayTakeBack ? (ids) => takeBack(ids, which.rows) : undefined,
        title: t(`bulk.${transition}.title`, { count }),
        said: words.said ?? ((moved) => t(`bulk.${transition}.done`, { count: moved })),
        failed: words.failed,
      },
      which,
    )
      .then(clear, (error: unknown) => say.failed(error, () => move(which, confirmOpenTasks), words.failed))
      .finally(() => setPending(false))
  }

  /** Asks the person before the orders move, and says how many of them have open tasks (C-10). */
  const press = async () => {
    const found = transition === 'send' && chosen.all ? await idsOfChosen(chosen) : null
    const which = found ? withKnownIds(chosen, found) : chosen
    const working = found ? Number(found['withOpenTasks']) : chosen.rows.filter((row) => row.openTasks > 0).length
    const hasOpenTasks = transition === 'send' && working > 0
    if (transition === 'send' && chosen.all === null && !hasOpenTasks && !alwaysAsks) return move(which, false)
    const agreed = await confirm({
      title: words.title ?? t(`bulk.${transition}.title`, { count }),
      body: (
        <Stack gap="xs">
          <Text size="sm">{t(`bulk.${transition}.body`)}</Text>
          {hasOpenTasks ? (
            <Text size="sm" fw={600} data-working={working}>
              {t('bulk.send.open-tasks', { count: working })}
            </Text>
          ) : null}
        </Stack>
      ),
      confirmLabel: t(`bulk.${transition}.confirm`, { count }),
    })
    if (agreed) move(which, hasOpenTasks)
  }

  return (
    <ActionButton
      pending={pending}
      leftSection={words.icon}
      onClick={() => void press().catch((error: unknown) => say.failed(error, () => void press(), words.failed))}
    >
      {t(`bulk.${transition}.button`)}
    </ActionButton>
  )
}
