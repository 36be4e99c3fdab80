import { DateInput, type DateInputProps } from '@mantine/dates'
import { showDay } from '#web/format.ts'
import { CalendarDays } from '#web/ui/icon/icons.ts'
import { type FocusEvent, type KeyboardEvent, type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#kernel/day.ts'
import { readTypedDay } from '#kernel/days/typed-day.ts'
import { unreadableMark } from '#web/ui/form/unreadable.ts'

type DayInputProps = Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'dateParser' | 'withTime'> & {
  /** 'YYYY-MM-DD', or null while empty. */
  value: string | null | undefined
  onChange?: (value: string | null) => void
}

/** Returns the day that was typed, or null if it cannot be read. */
const parseDay = (text: string): string | null => readTypedDay(text, dayOf(new Date().toISOString()))

type TypedText = Pick<DateInputProps, 'onBlur' | 'error' | 'clearable' | 'popoverProps'> & {
  value: string | null | undefined
  onChange: ((value: string | null) => void) | undefined
  /** Reads a typed text; null if it cannot be read. */
  read: (text: string) => string | null
}

/**
 * Returns the properties of a date input that keeps a text it cannot read, with an error after the person has left the
 * field. The value stays unchanged meanwhile, and no form is sent. Enter closes the calendar.
 */
function useTypedText({ value = null, onChange, onBlur, error, clearable, popoverProps, read }: TypedText) {
  const { t } = useTranslation('frame')
  const [problem, setProblem] = useState<{ code: 'day' | 'required'; value: string | null } | null>(null)
  const [left, setLeft] = useState(false)
  const [entered, setEntered] = useState(false)
  const open = () => setEntered(false)
  // another value from outside replaces the text
  const unreadable = problem !== null && problem.value === value
  return {
    ...unreadableMark(unreadable),
    // The parser of the library reads 05/12/2026 as 12 May, so the kernel reads and shows all days.
    dateParser: read,
    // without a value, a click on any day of the calendar is a change and replaces the text
    value: unreadable ? null : value,
    clearable: clearable ?? false,
    onChange: (next: string | null) => {
      setProblem(null)
      onChange?.(next)
    },
    onChangeCapture: (event: SyntheticEvent<HTMLInputElement>) => {
      const text = event.currentTarget.value.trim()
      const fits = text === '' ? clearable : read(text) !== null
      setProblem(fits ? null : { code: text === '' ? 'required' : 'day', value })
      setLeft(false)
      open()
    },
    // The library closes the calendar on Escape only. It opens it again by the same events as these.
    popoverProps: { ...popoverProps, ...(entered ? { opened: false } : {}) },
    onKeyDownCapture: ({ key }: KeyboardEvent) => setEntered(key === 'Enter'),
    onFocusCapture: open,
    onClickCapture: open,
    fixOnBlur: !unreadable,
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      setLeft(true)
      onBlur?.(event)
    },
    error: unreadable && left ? t(`invalid.${problem.code}`) : error,
  }
}

/**
 * A day, picked from a calendar or typed in any form of `readTypedDay`: 24/12/2026, 5/1, 050127, +3, Δευ. The value is
 * 'YYYY-MM-DD'.
 */
export function DayInput({
  value,
  onChange,
  onBlur,
  error,
  clearable = true,
  popoverProps,
  placeholder,
  ...rest
}: DayInputProps) {
  const { t } = useTranslation('frame')
  const typed = useTypedText({ value, onChange, onBlur, error, clearable, popoverProps, read: parseDay })
  return (
    <DateInput
      {...typed}
      valueFormat={(day) => showDay(day)}
      allowDeselect={false}
      highlightToday
      hideOutsideDates
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

type WallClockInputProps = Omit<DayInputProps, 'value' | 'onChange'> & {
  /** 'YYYY-MM-DD HH:mm:ss' in Athens time, or null while empty. */
  value: string | null | undefined
  onChange?: (value: string | null) => void
  /** The value that Enter takes while the field is empty. */
  offered?: string | null
}

const CLOCK = /^(.*?)[\sT]+([01]?\d|2[0-3])[:.]([0-5]\d)(?::[0-5]\d)?$/

/** Reads a day with an optional time as 'YYYY-MM-DD HH:mm:ss'. Returns null for any other text. */
export function parseWallClock(text: string): string | null {
  const match = CLOCK.exec(text.trim())
  const day = parseDay(match?.[1] ?? text)
  if (day === null) return null
  return `${day} ${(match?.[2] ?? '00').padStart(2, '0')}:${match?.[3] ?? '00'}:00`
}

/** Closes the open calendar. While it is open, the library does not show a value that is set from outside. */
const closeCalendar = (input: HTMLInputElement): boolean =>
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

/** A day with a time, typed as DD/MM/YYYY HH:mm. A picked day keeps the time. Used for the expected delivery. */
export function WallClockInput({
  value,
  onChange,
  onBlur,
  error,
  clearable = false,
  popoverProps,
  placeholder,
  offered = null,
  ...rest
}: WallClockInputProps) {
  const { t } = useTranslation('frame')
  const give = (clock: string | null) => onChange?.(clock?.length === 10 ? `${clock} 00:00:00` : clock)
  const typed = useTypedText({ value, onChange: give, onBlur, error, clearable, popoverProps, read: parseWallClock })
  return (
    <DateInput
      {...typed}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        if (offered === null || typed.value !== null || event.currentTarget.value.trim() !== '') return
        event.preventDefault()
        closeCalendar(event.currentTarget)
        typed.onChange(offered)
      }}
      withTime
      valueFormat={(clock) => `${showDay(clock)} ${(clock.slice(11, 16) || '00:00').padEnd(5, '0')}`}
      highlightToday
      hideOutsideDates
      placeholder={placeholder ?? t('day.placeholder-time')}
      leftSection={<CalendarDays size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      ariaLabels={{ nextMonth: t('day.next-month'), previousMonth: t('day.previous-month') }}
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      {...rest}
    />
  )
}
