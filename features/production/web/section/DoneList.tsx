import { Button } from '@mantine/core'
import { Clock, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { UNDO_MINUTES } from '#kernel/days/undo.ts'
import { wallClockOf } from '#kernel/day.ts'
import { useNow } from '#web/live/use-now.ts'
import { showQuantity } from '#web/format.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'
import type { WaitingFinish } from '../../domain/section-now.ts'
import styles from './section.module.css'

type DoneListProps = {
  presses: readonly SectionPress[]
  waiting: readonly WaitingFinish[]
  undo: (press: SectionPress) => void
  withdraw: (finish: WaitingFinish) => void
}

/** Returns the minutes that are left for undoing. A tablet whose clock is behind the server's shows no more than there are. */
const minutesLeft = (until: string, now: string): number =>
  Math.min(Math.ceil((Date.parse(until) - Date.parse(now)) / 60_000), UNDO_MINUTES)

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
          const minutes = press.undoUntil === null ? 0 : minutesLeft(press.undoUntil, now)
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

type PressTextProps = {
  kind: SectionPress['kind']
  press: Pick<SectionPress, 'product' | 'unit' | 'done' | 'scrapped'>
}

function PressText({ kind, press }: PressTextProps) {
  const { t } = useTranslation('production')
  const withUnit = (value: number) =>
    `${showQuantity(value)} ${t(`frame:unit.${press.unit}`, { defaultValue: press.unit })}`
  const isFinish = kind === 'FINISH' || kind === 'CLOSE'
  return (
    <span>
      {isFinish ? <strong>{withUnit(press.done)}</strong> : `${t(`press.${kind}`)} ·`} {press.product}
      {press.scrapped > 0 ? ` · ${t('done.scrapped', { count: withUnit(press.scrapped) })}` : null}
    </span>
  )
}
