import { Button, Text } from '@mantine/core'
import { Undo2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showMoment } from '#web/format.ts'
import { useNow } from '#web/live/use-now.ts'
import type { SectionPress } from '../../domain/section-day-contract.ts'
import { minutesLeft, PressText } from '../section/PressText.tsx'
import styles from './task.module.css'

type PressListProps = {
  presses: readonly SectionPress[]
  /** Null if the person may not undo. */
  undo: ((press: SectionPress) => void) | null
}

/** Every press on the task, the newest first. */
export function PressList({ presses, undo }: PressListProps) {
  const { t } = useTranslation('production')
  const now = useNow()
  if (presses.length === 0) return <Text c="dimmed">{t('task.no-presses')}</Text>
  return (
    <ul className={styles.list}>
      {presses.map((press) => {
        // a washing task is opened again in the laundry
        const minutes = undo === null || press.kind === 'CLOSE' ? 0 : minutesLeft(press.undoUntil, now)
        const facts = [
          showMoment(press.at),
          press.worker,
          press.by,
          press.reason,
          press.isUndone ? t('done.undone') : '',
        ]
        return (
          <li key={press.id} data-undone={press.isUndone || undefined}>
            <PressText kind={press.kind} press={press} />
            <small>{facts.filter(Boolean).join(' · ')}</small>
            {undo !== null && minutes > 0 ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<Undo2 size={16} aria-hidden />}
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
  )
}
