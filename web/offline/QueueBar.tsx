import { Alert, Button } from '@mantine/core'
import { ChevronDown, Clock, CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { refusalText } from '#web/ui/problems.ts'
import type { QueuedAction } from './action-queue.ts'
import type { DeviceActions } from './device-actions.ts'
import styles from './offline.module.css'

export type QueueBarProps = {
  queue: DeviceActions
  /** What was done, in words: `DELIVERED · order 12`. Whose it is and when is added. */
  what: (action: QueuedAction) => string
  /** What the person can do about an action that was refused. */
  advice?: (action: QueuedAction) => ReactNode
  /** Since when nothing newer is known, when what the page shows comes from the device. */
  keptAt?: string | null
}

/** What waits for the line, always in view as a count, what was not accepted and why, and how old the page is. */
export function QueueBar({ queue, what, advice, keptAt = null }: QueueBarProps) {
  const { t } = useTranslation('frame')
  const { waiting } = queue
  const refused = queue.actions.filter((action) => action.refusal !== undefined)
  const line = (action: QueuedAction) =>
    t('offline.action', { what: what(action), name: action.name, at: showMoment(action.at) })
  return (
    <div role="status" className={styles.bar} data-waiting={waiting.length > 0 || undefined}>
      {waiting.length === 0 ? null : (
        <details className={styles.strip}>
          <summary>
            <Clock size={18} aria-hidden />
            <span>{t('offline.waiting', { count: waiting.length })}</span>
            <ChevronDown size={18} aria-hidden />
          </summary>
          <ol>
            {waiting.map((action) => (
              <li key={action.key}>{line(action)}</li>
            ))}
          </ol>
          <Button
            variant="default"
            size="md"
            mih={48}
            leftSection={<RotateCw size={17} aria-hidden />}
            onClick={queue.tryNow}
          >
            {t('offline.try-now')}
          </Button>
        </details>
      )}
      {keptAt === null ? null : (
        <p className={styles.age}>
          <CloudOff size={17} aria-hidden /> {t('offline.kept', { at: showMoment(keptAt) })}
        </p>
      )}
      {refused.map((action) => (
        <Alert
          key={action.key}
          color="red"
          variant="light"
          classNames={{ label: styles.title }}
          icon={<TriangleAlert size={20} aria-hidden />}
          title={t('offline.refused')}
        >
          <p>{line(action)}</p>
          <p>{action.refusal ? refusalText(action.refusal) : null}</p>
          {advice?.(action)}
          <Button variant="default" size="md" mih={48} onClick={() => queue.dismiss(action.key)}>
            {t('offline.dismiss')}
          </Button>
        </Alert>
      ))}
    </div>
  )
}
