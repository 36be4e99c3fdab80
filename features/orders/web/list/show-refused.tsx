import { Stack, Text } from '@mantine/core'
import i18n from 'i18next'
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
        {refused.slice(0, MOST_NAMED).map(({ id, code, details }) => (
          <div key={id} data-refused={id}>
            <Text size="sm" fw={600}>
              <PageLink to={`/order-detail/${id}`}>{i18n.t('order', { ns: 'orders', id })}</PageLink>{' '}
              {rows.find((row) => row.id === id)?.name}
            </Text>
            <Text size="sm" c="dimmed">
              {refusalText({ kind: 'refused', code, ...(details ? { details } : {}) })}
            </Text>
          </div>
        ))}
        {refused.length > MOST_NAMED ? (
          <Text size="sm">{i18n.t('bulk.refused-more', { ns: 'orders', count: refused.length - MOST_NAMED })}</Text>
        ) : null}
      </Stack>
    ),
  })
}
