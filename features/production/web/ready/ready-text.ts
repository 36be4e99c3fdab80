/** Writes the earliest day of an order, and what it follows from, as text. */
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { showWeekday } from '#web/format.ts'
import type { Ready, ShownLink } from '../../domain/ready/ready-contract.ts'
import { becauseOf, namedLinks } from '../../domain/ready/ready-words.ts'

/** Returns a function that says what one thing does to the day. */
export function useReason(): (link: ShownLink) => string {
  const { t } = useTranslation('production')
  return useCallback(
    (link) =>
      t(`ready.because.${becauseOf(link)}`, {
        product: link.product,
        section: link.section,
        day: link.day === null ? '' : showWeekday(link.day, 'short'),
      }),
    [t],
  )
}

/** Returns a function that says the day and its reason in one line. */
export function useReadyText(): (ready: Ready) => string {
  const { t } = useTranslation('production')
  const reason = useReason()
  return (ready) => {
    const because = namedLinks(ready).map(reason).join(', ')
    if (ready.day === null) return t('ready.unknown', { because })
    const day = showWeekday(ready.day, 'short')
    return because === '' ? t('ready.shelf', { day }) : t('ready.earliest', { day, because })
  }
}
