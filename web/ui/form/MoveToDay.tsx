import { Button, Group, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
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
  /** Returns what a move to a day means, which is shown before it is done. */
  meaning?: (day: Day) => string
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
export function MoveToDay({ name, day: present, label, confirm, meaning, move }: MoveToDayProps) {
  const [day, setDay] = useState<string | null>(present)
  const id = useId()
  const near = nearDays(present, dayOf(new Date().toISOString()))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (day !== null) move(day as Day)
      }}
    >
      <Stack gap="md">
        <strong>{name}</strong>
        {meaning === undefined ? (
          <Group gap="xs">
            {near.map((one) => (
              <Button key={one} variant="default" size="md" onClick={() => move(one)}>
                {showWeekday(one)}
              </Button>
            ))}
          </Group>
        ) : (
          <Stack gap="xs">
            {near.map((one, index) => (
              <Group key={one} gap="sm" wrap="nowrap">
                <Button
                  variant="default"
                  size="md"
                  // with the focus in the field, its calendar would cover the texts beside these buttons
                  data-autofocus={index === 0 || undefined}
                  aria-describedby={`${id}-${one}`}
                  style={{ flex: 'none' }}
                  onClick={() => move(one)}
                >
                  {showWeekday(one)}
                </Button>
                <Text id={`${id}-${one}`} size="sm">
                  {meaning(one)}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
        <DayInput label={label} value={day} onChange={setDay} clearable={false} size="md" />
        {meaning === undefined || day === null || day === present ? null : (
          <Text size="sm" role="status">
            {meaning(day as Day)}
          </Text>
        )}
        <Button type="submit" size="md" disabled={day === null || day === present}>
          {confirm}
        </Button>
      </Stack>
    </form>
  )
}
