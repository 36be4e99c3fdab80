import { Anchor, Stack, Text } from '@mantine/core'
import i18n from 'i18next'
import type { ReactNode } from 'react'
import { PageLink } from '#web/navigation.tsx'
import { openMessage } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/problems.ts'
import type { OrderRow } from '../../domain/list-contract.ts'

/** The maximum number of orders in the list. Further ones are only counted. */
const MOST_NAMED = 100

export type RefusedOrder = {
  readonly id: number
  readonly code: string
  readonly details?: Record<string, unknown> | undefined
}

/** Lists the orders that a bulk action refused, each with the reason. */
export function showRefused(refused: readonly RefusedOrder[], rows: readonly OrderRow[]): void {
  if (refused.length === 0) return
  openMessage({
    title: i18n.t('bulk.refused', { ns: 'orders', count: refused.length }),
    size: 'lg',
    children: (
      <Stack gap="sm">
        <RefusedOrders refused={refused} rows={rows} />
      </Stack>
    ),
  })
}

type Props = { refused: readonly RefusedOrder[]; rows: readonly OrderRow[] }

export const RefusedOrders = ({ refused, rows }: Props): ReactNode => (
  <>
    {refused.slice(0, MOST_NAMED).map(({ id, code, details }) => (
      <div key={id} data-refused={id}>
        <OrderResult id={id} rows={rows} text={refusalText({ kind: 'refused', code, details })} />
      </div>
    ))}
    {refused.length > MOST_NAMED ? (
      <Text size="sm">{i18n.t('bulk.refused-more', { ns: 'orders', count: refused.length - MOST_NAMED })}</Text>
    ) : null}
  </>
)

/** One order in the result of a bulk action: its link, its customer if the row is known, and what happened to it. */
export const OrderResult = ({ id, rows, text }: { id: number; rows: readonly OrderRow[]; text: string }): ReactNode => (
  <>
    <Text size="sm" fw={600}>
      <Anchor component={PageLink} to={`/order-detail/${id}`} size="sm" fw={600}>
        {i18n.t('order', { ns: 'orders', id })}
      </Anchor>{' '}
      {rows.find((row) => row.id === id)?.name}
    </Text>
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </>
)
