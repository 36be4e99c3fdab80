/** Says in words why a record stands in its line. */
import type { TFunction } from 'i18next'
import { type Day, daysBetween } from '#kernel/day.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { showWeekday } from '#web/format.ts'
import { refusalText } from '#web/ui/problems.ts'
import type { LineName, Named } from '../domain/lines.ts'

type Reason =
  /** Says since how many days. */
  | { readonly days: 'late' | 'overdue' }
  /** Names the day. */
  | { readonly day: 'packaged' | 'delivery' | 'planned' | 'expired' | 'handed-over' | 'registered' }
  | 'time'

const REASONS: Readonly<Record<LineName, Reason>> = {
  late: { days: 'late' },
  today: 'time',
  short: { day: 'delivery' },
  'to-send': { day: 'delivery' },
  'to-package': { day: 'delivery' },
  returned: { day: 'delivery' },
  'to-invoice': { day: 'packaged' },
  cheques: { day: 'expired' },
  cash: { day: 'handed-over' },
  overdue: { days: 'overdue' },
  'late-tasks': { days: 'late' },
  'blocked-tasks': { day: 'planned' },
  'late-purchases': { days: 'late' },
  accounts: { day: 'registered' },
}

/** Says in few words why the step of a record is not possible now. */
export const closedText = (t: TFunction<'dashboard'>, closed: Refusal): string =>
  closed.code === 'orders.open-tasks'
    ? t('open-tasks', { ns: 'orders', count: Number(closed.details?.['count']) })
    : refusalText(closed)

/** Returns why a record stands in its line; an empty text if it has no day or time. */
export function whyText(t: TFunction<'dashboard'>, line: LineName, { day, time }: Named, today: Day): string {
  const reason = REASONS[line]
  if (reason === 'time') return time === null ? '' : t('why.at', { time })
  if (day === null) return ''
  if ('day' in reason) return t(`why.${reason.day}`, { day: showWeekday(day, 'short') })
  const count = daysBetween(day, today)
  return t(`why.${reason.days}`, { count })
}

/** Reports whether a line is about what should have happened before. */
export const isUrgent = (line: LineName): boolean => typeof REASONS[line] === 'object' && 'days' in REASONS[line]
