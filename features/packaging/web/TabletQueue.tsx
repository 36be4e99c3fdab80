import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readAction } from '#kernel/offline/offline-view.ts'
import type { DeviceActions } from '#web/offline/device-actions.ts'
import { QueueBar } from '#web/offline/QueueBar.tsx'
import { packageOrder } from '../domain/contract.ts'

type TabletQueueProps = { queue: DeviceActions; cachedAt: string | null; open: (id: number) => void }

/** Lists the packaged orders that wait for the connection, and refused ones with a button that opens the order. */
export function TabletQueue({ queue, cachedAt, open }: TabletQueueProps) {
  const { t } = useTranslation('packaging')
  return (
    <div style={{ display: 'grid', gap: 8, marginBottom: queue.actions.length > 0 || cachedAt !== null ? 12 : 0 }}>
      <QueueBar
        queue={queue}
        cachedAt={cachedAt}
        what={(action) => {
          const given = readAction(packageOrder, action)
          if (given === undefined) return t('waits.other')
          return t(given.short?.length ? 'waits.press-short' : 'waits.press', { id: given.id })
        }}
        advice={(action) => {
          const given = readAction(packageOrder, action)
          return given === undefined ? null : (
            <>
              <p>{action.refusal?.code === 'stock.not-enough' ? t('waits.short') : t('waits.changed')}</p>
              <Button variant="default" size="md" mih={48} mr="sm" onClick={() => open(given.id)}>
                {t('waits.open', { id: given.id })}
              </Button>
            </>
          )
        }}
      />
    </div>
  )
}
