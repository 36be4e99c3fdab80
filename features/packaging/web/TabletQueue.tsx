import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QueuedAction } from '#web/offline/action-queue.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import { packageOrder } from '../domain/contract.ts'

type TabletQueueProps = { queue: DeviceActions; cachedAt: string | null; open: (id: number) => void }

const orderOf = (action: QueuedAction): number => Number(action.subject.split(':')[1])

/** Lists the packaged orders that wait for the connection, and refused ones with a button that opens the order. */
export function TabletQueue({ queue, cachedAt, open }: TabletQueueProps) {
  const { t } = useTranslation('packaging')
  const isPress = (action: QueuedAction) => action.command === packageOrder.name
  return (
    <div style={{ display: 'grid', gap: 8, marginBottom: queue.actions.length > 0 || cachedAt !== null ? 12 : 0 }}>
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={(action) => {
          if (!isPress(action)) return t('waits.other')
          const short = packageOrder.input.safeParse(action.input).data?.short ?? []
          return t(short.length > 0 ? 'waits.press-short' : 'waits.press', { id: orderOf(action) })
        }}
        advice={(action) =>
          isPress(action) ? (
            <>
              <p>{action.refusal?.code === 'stock.not-enough' ? t('waits.short') : t('waits.changed')}</p>
              <Button variant="default" size="md" mih={48} mr="sm" onClick={() => open(orderOf(action))}>
                {t('waits.open', { id: orderOf(action) })}
              </Button>
            </>
          ) : null
        }
      />
    </div>
  )
}
