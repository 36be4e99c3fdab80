import type { TFunction } from 'i18next'
import { leftWords } from '#kernel/day.ts'

/** Returns how many days are left for the answer to a note; an empty text if it waits for none. */
export function daysText(t: TFunction<'receiving'>, days: number | null): string {
  if (days === null) return ''
  const { when, count } = leftWords(days)
  return t(`days.${when}`, { count })
}
