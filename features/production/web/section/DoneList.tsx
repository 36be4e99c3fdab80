import { Button } from '@mantine/core'
import { Clock, Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { wallClockOf } from '#kernel/day.ts'
import { useNow } from '#web/live/use-now.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'
import type { WaitingFinish } from '../../domain/section-now.ts'
import { minutesLeft, PressText } from './PressText.tsx'
import styles from './section.module.css'

type DoneListProps = {
  presses: readonly SectionPress[]
  waiting: readonly WaitingFinish[]
  undo: (press: SectionPress) => void
  withdraw: (finish: WaitingFinish) => void
}

/** The presses of today, the newest first. The newest press of a task can be undone for some minutes. */
export function DoneList({ presses, waiting, undo, withdraw }: DoneListProps) {
  const { t } = useTranslation('production')
  const now = useNow()
  if (presses.length === 0 && waiting.length === 0) return null
  return (
    <section className={styles.done} aria-labelledby="section-done">
      <h2 id="section-done">{t('done.title')}</h2>
      <ul>
        {waiting.map((finish) => (
          <li key={finish.key} className={styles.line}>
            <PressText kind="FINISH" press={finish} />
            <small>
              <Clock size={14} aria-hidden /> {t('frame:offline.waiting-mark')}
            </small>
            <Button variant="default" size="md" mih={56} onClick={() => withdraw(finish)}>
              {t('done.withdraw')}
            </Button>
          </li>
        ))}
        {presses.map((press) => {
          const minutes = minutesLeft(press.undoUntil, now)
          return (
            <li key={press.id} className={styles.line} data-undone={press.isUndone || undefined}>
              <PressText kind={press.kind} press={press} />
              <small>
                {[wallClockOf(press.at).slice(11, 16), press.worker || press.by, press.reason]
                  .filter((text) => text !== '')
                  .join(' · ')}
                {press.isUndone ? ` · ${t('done.undone')}` : null}
              </small>
              {minutes > 0 ? (
                <Button
                  variant="default"
                  size="md"
                  mih={56}
                  leftSection={<Undo2 size={20} aria-hidden />}
                  aria-label={t('done.undo-of', { product: press.product, minutes })}
                  onClick={() => undo(press)}
                >
                  {t('done.undo', { minutes })}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
