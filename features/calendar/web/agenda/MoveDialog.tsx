import { useTranslation } from 'react-i18next'
import type { Day } from '#kernel/day.ts'
import { MoveToDay } from '#web/ui/form/MoveToDay.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { Entry } from '../../domain/contract.ts'
import { nameOf } from '../use-moves.ts'

type MoveDialogProps = {
  /** The entry to move, or null while the dialog is closed. */
  entry: Entry | null
  close: () => void
  move: (entry: Entry, day: Day) => void
}

/** Moves an entry to a day that is typed, picked or pressed. */
export function MoveDialog({ entry, close, move }: MoveDialogProps) {
  const { t } = useTranslation('calendar')
  return (
    <Dialog opened={entry !== null} onClose={close} title={t('move.title')} size="sm">
      {entry ? (
        <MoveToDay
          key={`${entry.kind}${entry.id}`}
          name={nameOf(entry)}
          day={entry.day}
          label={t('word.day')}
          confirm={t('move.confirm')}
          move={(day) => {
            close()
            move(entry, day)
          }}
        />
      ) : null}
    </Dialog>
  )
}
