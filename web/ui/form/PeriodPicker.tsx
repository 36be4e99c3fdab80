import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { nameOfPeriod, PERIODS, periodOf } from '#kernel/days/period.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { type Ends, endsOf } from '#web/ui/form/ends.ts'
import styles from './period-picker.module.css'

/** The chosen days. An end that is left out is open. */
export type PickedPeriod = Readonly<Ends<string>>

type PeriodPickerProps = {
  readonly value: PickedPeriod
  readonly onChange: (period: PickedPeriod) => void
  /** With true the buttons and the days are part of a line of tools, and the names of the days stand beside them. */
  readonly spread?: boolean
}

const MOST_WIDTH = 340

/** Chooses a period of days in Athens: a usual one by a button, or own days by typing or from a calendar. */
export function PeriodPicker({ value, onChange, spread = false }: PeriodPickerProps) {
  const { t } = useTranslation('frame')
  const today = dayOf(new Date().toISOString())
  const chosen = nameOfPeriod(value, today)
  // a press on a button draws the fields anew, without a text that could not be read
  const [presses, setPresses] = useState(0)
  const parts = (
    <>
      {/* These buttons come first and take the focus, because a focused day field opens its calendar over them. */}
      <Group gap={spread ? 4 : 6} w={spread ? undefined : '100%'}>
        {PERIODS.map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant={name === chosen ? 'light' : 'default'}
            aria-pressed={name === chosen}
            onClick={() => {
              setPresses(presses + 1)
              onChange(periodOf(name, today))
            }}
          >
            {t(`day.${name}`)}
          </Button>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" align="start" maw={MOST_WIDTH} className={spread ? styles.spread : undefined}>
        <DayInput
          key={`from-${presses}`}
          size="xs"
          label={t('table.from')}
          value={value.from}
          onChange={(from) => onChange(endsOf(from, value.to))}
          popoverProps={{ withinPortal: false }}
        />
        <DayInput
          key={`to-${presses}`}
          size="xs"
          label={t('table.to')}
          value={value.to}
          onChange={(to) => onChange(endsOf(value.from, to))}
          popoverProps={{ withinPortal: false }}
        />
      </Group>
    </>
  )
  return spread ? (
    parts
  ) : (
    <Stack gap="xs" maw={MOST_WIDTH}>
      {parts}
    </Stack>
  )
}
