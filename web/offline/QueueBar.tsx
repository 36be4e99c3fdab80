import { Alert, Button } from '@mantine/core'
import { ChevronDown, Clock, CloudOff, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { confirm } from '#web/ui/confirm.tsx'
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
  /** True when the person must not lose sight of a refused action by a slip: money, for instance. It asks once more. */
  grave?: (action: QueuedAction) => boolean
  /** Since when nothing newer is known, when what the page shows comes from the device. */
  keptAt?: string | null
}

/** What waits for a connection, always in view as a count, what was not accepted and why, and how old the page is. */
export function QueueBar({ queue, what, advice, grave, keptAt = null }: QueueBarProps) {
  const { t } = useTranslation('frame')
  const { waiting } = queue
  const refused = queue.actions.filter((action) => action.refusal !== undefined)
  const line = (action: QueuedAction) =>
    t('offline.action', { what: what(action), name: action.name, at: showMoment(action.at) })
  const dismiss = async (action: QueuedAction) => {
    const sure =
      grave?.(action) !== true ||
      (await confirm({
        title: t('offline.grave.title'),
        body: t('offline.grave.body', { what: what(action), name: action.name }),
        confirmLabel: t('offline.grave.remove'),
        danger: true,
      }))
    if (sure) queue.dismiss(action.key)
  }
  return (
    <>
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
      </div>
      <div className={styles.told}>
        {keptAt === null ? null : (
          <p role="status" className={styles.age}>
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
            <Button variant="default" size="md" mih={48} onClick={() => void dismiss(action)}>
              {t('offline.dismiss')}
            </Button>
          </Alert>
        ))}
      </div>
    </>
  )
}
