import { Alert, Button } from '@mantine/core'
import { ChevronDown, Clock, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { showMoment, showMoney } from '#web/format.ts'
import { refusalText } from '#web/ui/problems.ts'
import type { DeviceQueue } from './device-queue.ts'
import type { QueueEntry } from './driver-queue.ts'
import styles from './driver.module.css'

/** What waits for the line, always in view as a count, and what the server did not accept, each with its reason. */
export function QueueNotice({ queue }: { queue: DeviceQueue }) {
  const { t } = useTranslation('operations')
  const waiting = queue.entries.filter((entry) => entry.refusal === undefined)
  const refused = queue.entries.filter((entry) => entry.refusal !== undefined)
  return (
    <div role="status" className={styles.queue} data-waiting={waiting.length > 0 || undefined}>
      {waiting.length === 0 ? null : (
        <details className={styles.strip}>
          <summary>
            <Clock size={18} aria-hidden />
            <span>{t('queue.title', { count: waiting.length })}</span>
            <ChevronDown size={18} aria-hidden />
          </summary>
          <ol>
            {waiting.map((entry) => (
              <li key={entry.key}>
                <Deed entry={entry} />
              </li>
            ))}
          </ol>
          <Button variant="default" leftSection={<RotateCw size={17} aria-hidden />} onClick={queue.tryNow}>
            {t('queue.try-now')}
          </Button>
        </details>
      )}
      {refused.map((entry) => (
        <Alert
          key={entry.key}
          color="red"
          variant="light"
          classNames={{ label: styles.queueTitle }}
          icon={<TriangleAlert size={20} aria-hidden />}
          title={t('queue.refused')}
        >
          <p>
            <Deed entry={entry} />
          </p>
          <p>{entry.refusal ? refusalText(entry.refusal) : null}</p>
          <Button variant="default" onClick={() => queue.dismiss(entry.key)}>
            {t('queue.dismiss')}
          </Button>
        </Alert>
      ))}
    </div>
  )
}

const ACTION_KEYS = { deliver: 'delivered', 'to-planning': 'to-planning', return: 'return' } as const

function Deed({ entry }: { entry: QueueEntry }) {
  const { t } = useTranslation('operations')
  const { deed } = entry
  const what =
    deed.kind === 'payment'
      ? t('queue.payment', { amount: showMoney(deed.input.amount) })
      : t(`card.${ACTION_KEYS[deed.input.action]}`)
  return <>{t('queue.deed', { what, order: entry.orderId, name: entry.name, at: showMoment(entry.at) })}</>
}
