import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, type Day } from '#kernel/day.ts'
import { periodOf } from '#kernel/days/period.ts'
import { DayInput } from '#web/ui/form/DayInput.tsx'
import { newYearOf, type Period } from '../../domain/statement.ts'

type Props = { period: Period; today: Day; choose: (period: Period) => void }

/** Chooses the days of a statement by typing, from a calendar, or as a common period. */
export function StatementPeriod({ period, today, choose }: Props) {
  const { t } = useTranslation('customers')
  const newYear = newYearOf(today)
  const usual: readonly (readonly [key: string, period: Period])[] = [
    [t('statement.this-month'), { from: periodOf('this-month', today).from, until: today }],
    [t('statement.this-year'), { from: newYear, until: today }],
    [t('statement.last-year'), { from: newYearOf(addDays(newYear, -1)), until: addDays(newYear, -1) }],
  ]
  return (
    <Group gap="xs" justify="center" align="end" role="group" aria-label={t('statement.period')}>
      <DayInput
        label={t('statement.from')}
        value={period.from}
        clearable={false}
        w={150}
        onChange={(from) => from && choose({ ...period, from: from as Day })}
      />
      <DayInput
        label={t('statement.until')}
        value={period.until}
        clearable={false}
        w={150}
        onChange={(until) => until && choose({ ...period, until: until as Day })}
      />
      {usual.map(([label, one]) => {
        const chosen = one.from === period.from && one.until === period.until
        return (
          <Button key={label} variant={chosen ? 'light' : 'default'} aria-pressed={chosen} onClick={() => choose(one)}>
            {label}
          </Button>
        )
      })}
    </Group>
  )
}
