import { Button, Group, Stack, Text } from '@mantine/core'
import { ListPlus } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import { refusalText } from '#web/ui/problems.ts'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { orderShortages } from '../../domain/plan-contract.ts'
import styles from './order-fit.module.css'
import { useShortageTasks } from './use-shortage-tasks.ts'

type Shortages = OutputOf<typeof orderShortages>

/** Shows what an order lacks through all levels, and creates the tasks for it. */
export function ShortageDialog({ orderId, close }: { orderId: number | null; close: () => void }) {
  const { t } = useTranslation('production')
  // the content stays while the dialog closes
  const [last, setLast] = useState(orderId)
  if (orderId !== null && orderId !== last) setLast(orderId)
  return (
    <Dialog opened={orderId !== null} onClose={close} title={t('shortage.title', { id: last ?? '' })} size={560}>
      {last === null ? null : <ShortagesOfOrder orderId={last} close={close} />}
    </Dialog>
  )
}

function ShortagesOfOrder({ orderId, close }: { orderId: number; close: () => void }) {
  const { t } = useTranslation('production')
  const answer = useAsk(orderShortages, { orderId })
  const { pending, press } = useShortageTasks(orderId, close)
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={4} />
  return (
    <Stack gap="md">
      <Missing shortages={answer.data} />
      {answer.data.closed === null ? null : <Text size="sm">{refusalText(answer.data.closed)}</Text>}
      {pending ? (
        <Text size="sm" role="status">
          {t('shortage.creating')}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('action.cancel', { ns: 'frame' })}
        </Button>
        <ActionButton
          leftSection={<ListPlus size={16} aria-hidden />}
          closed={answer.data.closed}
          pending={pending}
          onClick={press}
        >
          {t('shortage.create')}
        </ActionButton>
      </Group>
    </Stack>
  )
}

/** Lists what is made, what is bought, and what has no recipe. */
function Missing({ shortages: { made, requests, withoutRecipe } }: { shortages: Shortages }) {
  const { t } = useTranslation('production')
  const kinds = [
    { action: 'create', rows: made },
    { action: 'buy', rows: requests },
    { action: 'unknown', rows: withoutRecipe },
  ] as const
  return (
    <ul className={styles.rows} aria-label={t('shortage.missing')}>
      {kinds.flatMap(({ action, rows }) =>
        rows.map(({ productId, name, unit, quantity }) => (
          <li key={`${action} ${productId}`}>
            <span className={styles.action}>{t(`shortage.way.${action}`)}</span>
            <span>{name}</span>
            <span className={styles.end}>
              <QuantityText value={quantity} unit={unit} />
            </span>
          </li>
        )),
      )}
    </ul>
  )
}
