import { Button } from '@mantine/core'
import { Clock, Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { minutesLeft } from '#features/production/web/section/PressText.tsx'
import { wallClockOf } from '#kernel/day.ts'
import { useNow } from '#web/live/use-now.ts'
import type { ClosedReturn } from '../domain/contract.ts'
import type { WaitingClose } from '../domain/washing-now.ts'
import styles from './washing.module.css'

type ClosedReturnsProps = {
  closed: readonly ClosedReturn[]
  waiting: readonly WaitingClose[]
  undo: (one: ClosedReturn) => void
  withdraw: (one: WaitingClose) => void
}

/** What was closed today, the newest first. A press takes it back for some minutes. */
export function ClosedReturns({ closed, waiting, undo, withdraw }: ClosedReturnsProps) {
  const { t } = useTranslation('laundry')
  const now = useNow()
  if (closed.length === 0 && waiting.length === 0) return null
  return (
    <section className={styles.closed} aria-labelledby="washed">
      <h2 id="washed">{t('wash.closed')}</h2>
      <ul className={styles.items}>
        {waiting.map((one) => (
          <li key={one.key} className={styles.item}>
            <span>
              {one.customer}
              <small>
                <Clock size={14} aria-hidden /> {t('frame:offline.waiting-mark')}
              </small>
            </span>
            <Button
              variant="default"
              size="md"
              mih={56}
              aria-label={t('wash.withdraw-of', { name: one.customer })}
              onClick={() => withdraw(one)}
            >
              {t('wash.withdraw')}
            </Button>
          </li>
        ))}
        {closed.map((one) => {
          const minutes = minutesLeft(one.undoUntil, now)
          const facts = [wallClockOf(one.at).slice(11, 16), one.by, one.isUndone ? t('wash.undone') : '']
          return (
            <li key={one.id} className={styles.item} data-undone={one.isUndone || undefined}>
              <span>
                {one.customer}
                <small>{facts.filter(Boolean).join(' · ')}</small>
              </span>
              {minutes > 0 ? (
                <Button
                  variant="default"
                  size="md"
                  mih={56}
                  leftSection={<Undo2 size={20} aria-hidden />}
                  aria-label={t('wash.undo-of', { name: one.customer, minutes })}
                  onClick={() => undo(one)}
                >
                  {t('wash.undo', { minutes })}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
