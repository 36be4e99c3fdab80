import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { showWeekday } from '#web/format.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { Dialog } from '#web/ui/Overlays.tsx'
import type { Entry } from '../../domain/contract.ts'
import { DAYS_OF_WEEK } from '../../domain/span.ts'
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
        <MoveForm
          key={`${entry.kind}${entry.id}`}
          entry={entry}
          move={(day) => {
            close()
            move(entry, day)
          }}
        />
      ) : null}
    </Dialog>
  )
}

/** Returns the days that are one press away: the working day after today and after the entry, and a week later. */
function nearDays(day: Day, today: Day): Day[] {
  const days = [today, nextWorkingDay(today), nextWorkingDay(day < today ? today : day), addDays(day, DAYS_OF_WEEK)]
  return [...new Set(days)].filter((one) => one !== day && one >= today).toSorted()
}

function MoveForm({ entry, move }: { entry: Entry; move: (day: Day) => void }) {
  const { t } = useTranslation('calendar')
  const [day, setDay] = useState<string | null>(entry.day)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== null) move(day as Day)
      }}
    >
      <Stack gap="md">
        <strong>{nameOf(entry)}</strong>
        <Group gap="xs">
          {nearDays(entry.day, dayOf(new Date().toISOString())).map((one) => (
            <Button key={one} variant="default" size="md" onClick={() => move(one)}>
              {showWeekday(one)}
            </Button>
          ))}
        </Group>
        <DayInput label={t('move.day')} value={day} onChange={setDay} clearable={false} size="md" />
        <Button type="submit" size="md" disabled={day === null || day === entry.day}>
          {t('move.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
