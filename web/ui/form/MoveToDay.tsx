import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { addDays, type Day, dayOf } from '#kernel/day.ts'
import { nextWorkingDay } from '#kernel/days/working-day.ts'
import { showWeekday } from '#web/format.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'

type MoveToDayProps = {
  /** What is moved. */
  name: string
  /** The present day, or null if it has none. */
  day: Day | null
  /** The label of the field, and of the button that moves. */
  label: string
  confirm: string
  move: (day: Day) => void
}

const DAYS_OF_WEEK = 7

/** Returns the days that are one press away: the working day after today and after the present day, and a week later. */
function nearDays(day: Day | null, today: Day): Day[] {
  const start = day === null || day < today ? today : day
  const days = [today, nextWorkingDay(today), nextWorkingDay(start), addDays(day ?? today, DAYS_OF_WEEK)]
  return [...new Set(days)].filter((one) => one !== day && one >= today).toSorted()
}

/** Chooses another day for something: near days with one press, any other typed or picked. */
export function MoveToDay({ name, day: present, label, confirm, move }: MoveToDayProps) {
  const [day, setDay] = useState<string | null>(present)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== null) move(day as Day)
      }}
    >
      <Stack gap="md">
        <strong>{name}</strong>
        <Group gap="xs">
          {nearDays(present, dayOf(new Date().toISOString())).map((one) => (
            <Button key={one} variant="default" size="md" onClick={() => move(one)}>
              {showWeekday(one)}
            </Button>
          ))}
        </Group>
        <DayInput label={label} value={day} onChange={setDay} clearable={false} size="md" />
        <Button type="submit" size="md" disabled={day === null || day === present}>
          {confirm}
        </Button>
      </Stack>
    </form>
  )
}
