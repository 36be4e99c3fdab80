import type { TFunction } from 'i18next'

/** Returns how many days are left for the answer to a note; an empty text if it waits for none. */
export function daysText(t: TFunction<'receiving'>, days: number | null): string {
  if (days === null) return ''
  if (days < 0) return t('days.late', { days: -days })
  return days === 0 ? t('word.last-day') : t('days.left', { days })
}
