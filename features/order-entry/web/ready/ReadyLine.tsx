import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadyChain } from '#features/production/web/ready/ReadyChain.tsx'
import { useReadyText } from '#features/production/web/ready/ready-text.ts'
import type { Day } from '#kernel/day.ts'
import { showWeekday } from '#web/format.ts'
import { RefusalText } from '#web/ui/states.tsx'
import { isTooEarly } from '../../domain/ready-line.ts'
import styles from './ready-line.module.css'
import type { ReadyAnswer } from './use-ready-day.ts'

type Props = {
  answer: ReadyAnswer
  /** The delivery of the draft. */
  delivery: string | null
  /** Takes a day as the delivery. */
  take: (day: Day) => void
}

/**
 * Says the earliest day on which the order can be ready, and why. A delivery before that day stays as it was typed: the person takes
 * the earliest day, or keeps theirs.
 */
export function ReadyLine({ answer, delivery, take }: Props) {
  const { t } = useTranslation('order-entry')
  const readyText = useReadyText()
  const [kept, setKept] = useState<string | null>(null)
  const { ready, isOld } = answer
  if (answer.error) return <RefusalText error={answer.error} retry={answer.retry} />
  if (ready === null) return null
  const early = isTooEarly(delivery, ready)
  const choice = `${delivery} ${ready.day}`
  return (
    <div
      className={styles.ready}
      data-ready={ready.day ?? 'unknown'}
      data-early={early || undefined}
      data-old={isOld || undefined}
      aria-busy={isOld}
    >
      <p className={styles.text} role="status">
        {readyText(ready)}{' '}
        {early && kept === choice ? (
          <span>{t('ready.kept', { day: showWeekday(delivery ?? '', 'short') })}</span>
        ) : null}
      </p>
      <div className={styles.choices}>
        {early && kept !== choice && ready.day !== null ? (
          <>
            <Button size="compact-sm" onClick={() => take(ready.day as Day)}>
              {t('ready.take', { day: showWeekday(ready.day, 'short') })}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setKept(choice)}>
              {t('ready.keep', { day: showWeekday(delivery ?? '', 'short') })}
            </Button>
          </>
        ) : null}
        <ReadyChain ready={ready} />
      </div>
    </div>
  )
}
