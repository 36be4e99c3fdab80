import { List, Stack, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { FileText, Package } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countOrders, listOrders, moveOrders, type OrderRow } from '#features/orders/domain/contract.ts'
import { refusal } from '#kernel/refusal.ts'
import { useRun } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { problemText, refusalText } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { type BoardTab, statusesOf, TAB_RULES } from './board-tabs.ts'

const TOPICS = ['orders']
const rowKey = (row: OrderRow) => row.id
const orderPage = (row: OrderRow) => `/order-detail/${row.id}`

/** The orders of one tab; those that may move on can be ticked and sent together. */
export function BoardTable({ tab, statusFilter }: { tab: BoardTab; statusFilter: string | undefined }) {
  const { t } = useTranslation('operations')
  const { statuses, bulk } = TAB_RULES[tab]
  const maySend = useMay(bulk?.transition === 'release' ? 'invoicing.release' : 'orders.send')
  const fixed = useMemo(() => ({ status: statusesOf(tab, statusFilter) }), [tab, statusFilter])
  const columns = useMemo(
    (): Column<OrderRow>[] => [
      {
        key: 'expectedDelivery',
        header: t('column.delivery'),
        kind: 'clock',
        sortable: true,
        filter: 'days',
        filterName: 'delivery',
      },
      { key: 'created', header: t('column.created'), kind: 'moment', sortable: true, filter: true },
      { key: 'id', header: t('column.id'), sortable: true, filter: 'text' },
      {
        key: 'status',
        header: t('column.status'),
        kind: 'status',
        sortable: true,
        ...(statuses.length > 1
          ? {
              filter: {
                many: true,
                options: statuses.map((value) => ({ value, label: t(`status.${value}`, { ns: 'frame' }) })),
              },
            }
          : {}),
      },
      { key: 'label', header: t('column.label'), sortable: true, filter: 'text', width: 220 },
      { key: 'name', header: t('column.name'), sortable: true, filter: 'text', width: 260, card: 'title' },
      { key: 'lineCount', header: t('column.lines'), kind: 'number', sortable: true },
      { key: 'total', header: t('column.total'), kind: 'money', sortable: true, filter: true },
    ],
    [t, statuses],
  )
  const selectable = useCallback((row: OrderRow) => row.status === bulk?.of, [bulk])
  return (
    <DataTable
      name={`operations-${tab}`}
      label={t(`tab.${tab}`)}
      list={listOrders}
      count={countOrders}
      topics={TOPICS}
      columns={columns}
      rowKey={rowKey}
      fixed={fixed}
      open={orderPage}
      selectable={bulk && maySend ? selectable : false}
      bulk={(rows, clear) => <BulkMove transition={bulk?.transition ?? 'send'} rows={rows} clear={clear} />}
      empty={{ title: t('empty.title'), hint: t(`empty.${tab}`), nothingFound: t('empty.title') }}
    />
  )
}

type BulkMoveProps = { transition: 'send' | 'release'; rows: readonly OrderRow[]; clear: () => void }

/** Sends the ticked orders on together; those that may not move stay and say why. */
function BulkMove({ transition, rows, clear }: BulkMoveProps) {
  const { t } = useTranslation('operations')
  const run = useRun(moveOrders, {
    invalidates: ['orders'],
    onSuccess: ({ moved, refused }) => {
      clear()
      if (moved.length > 0) say.done(t(`said.${transition}`, { count: moved.length }))
      if (refused.length > 0)
        showRefused({ orders: refused, title: t('refused.title'), body: t('refused.body'), close: t('action.close') })
    },
  })
  const start = async () => {
    const agreed = await confirm({
      title: t(`confirm.${transition}`),
      body: t(`confirm.${transition}-body`, { count: rows.length }),
      confirmLabel: t(`bulk.${transition}`),
    })
    if (agreed) run.mutate({ ids: rows.map((row) => row.id), transition })
  }
  const Icon = transition === 'send' ? Package : FileText
  return (
    <>
      <ActionButton
        size="sm"
        pending={run.isPending}
        leftSection={<Icon size={16} aria-hidden />}
        onClick={() => void start()}
      >
        {t(`bulk.${transition}`)}
      </ActionButton>
      {run.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t(`failed.${transition}`)} {problemText(run.error)}
        </Text>
      ) : null}
    </>
  )
}

type Refusals = {
  orders: readonly { id: number; code: string; details?: Record<string, unknown> | undefined }[]
  title: string
  body: string
  close: string
}

/** Names each order that stayed where it was, with the reason. */
function showRefused({ orders, title, body, close }: Refusals): void {
  modals.open({
    title,
    closeButtonProps: { 'aria-label': close },
    children: (
      <Stack gap="xs">
        <Text size="sm">{body}</Text>
        <List size="sm">
          {orders.map((order) => (
            <List.Item key={order.id}>
              <strong>{order.id}</strong>: {refusalText(refusal('refused', order.code, order.details))}
            </List.Item>
          ))}
        </List>
      </Stack>
    ),
  })
}
