import { DateInput, type DateInputProps } from '@mantine/dates'
import { CalendarDays } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { parseDay, showDay } from '#kernel/day.ts'

export type DayInputProps = Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'withTime'> & {
  /** 'YYYY-MM-DD', or null while empty. */
  value: string | null | undefined
  onChange?: (value: string | null) => void
}

/** A day, typed as DD/MM/YYYY (also D-M-YY, DD.MM.YYYY) or picked from a calendar. The value is 'YYYY-MM-DD'. */
export function DayInput({ value, onChange, popoverProps, clearable = true, placeholder, ...rest }: DayInputProps) {
  const { t } = useTranslation('frame')
  return (
    <DateInput
      // The parser of the library reads 05/12/2026 as 12 May, so the kernel reads and shows all days.
      dateParser={(text) => parseDay(text)}
      valueFormat={(day) => showDay(day)}
      value={value ?? null}
      onChange={(day) => onChange?.(day)}
      clearable={clearable}
      allowDeselect={false}
      highlightToday
      hideOutsideDates
      popoverProps={{ ...insideMain(), ...popoverProps }}
      placeholder={placeholder ?? t('day.placeholder')}
      leftSection={<CalendarDays size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      ariaLabels={{
        nextMonth: t('day.next-month'),
        previousMonth: t('day.previous-month'),
        nextYear: t('day.next-year'),
        previousYear: t('day.previous-year'),
        nextDecade: t('day.next-decade'),
        previousDecade: t('day.previous-decade'),
      }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      {...rest}
    />
  )
}

/** The calendar is placed inside the main part, because screen readers find nothing outside the landmarks. */
const insideMain = () => {
  const target = document.getElementById('content')
  return target === null ? {} : { portalProps: { target } }
}

export type WallClockInputProps = Omit<DayInputProps, 'value' | 'onChange'> & {
  /** 'YYYY-MM-DD HH:mm:ss' in Athens time, or null while empty. */
  value: string | null | undefined
  onChange?: (value: string | null) => void
}

const CLOCK = /^(.*?)[\sT]+([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?$/

/** Reads a day with an optional time as 'YYYY-MM-DD HH:mm:ss'. Returns null for any other text. */
export function parseWallClock(text: string): string | null {
  const match = CLOCK.exec(text.trim())
  const day = parseDay(match?.[1] ?? text)
  if (day === null) return null
  return `${day} ${(match?.[2] ?? '00').padStart(2, '0')}:${match?.[3] ?? '00'}:00`
}

/** A day with a time, typed as DD/MM/YYYY HH:mm. A picked day keeps the time. Used for the expected delivery. */
export function WallClockInput({ value, onChange, popoverProps, placeholder, ...rest }: WallClockInputProps) {
  const { t } = useTranslation('frame')
  return (
    <DateInput
      withTime
      dateParser={(text) => parseWallClock(text)}
      valueFormat={(clock) => `${showDay(clock)} ${(clock.slice(11, 16) || '00:00').padEnd(5, '0')}`}
      value={value ?? null}
      onChange={(clock) => onChange?.(clock === null ? null : clock.length === 10 ? `${clock} 00:00:00` : clock)}
      highlightToday
      hideOutsideDates
      popoverProps={{ ...insideMain(), ...popoverProps }}
      placeholder={placeholder ?? t('day.placeholder-time')}
      leftSection={<CalendarDays size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      ariaLabels={{ nextMonth: t('day.next-month'), previousMonth: t('day.previous-month') }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      {...rest}
    />
  )
}
