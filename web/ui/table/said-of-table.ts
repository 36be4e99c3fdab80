/** What a screen reader hears of a table, because the page shows it elsewhere or by colours. */
import type { TFunction } from 'i18next'
import { showCount } from '#web/format.ts'

/** Returns how many rows are ticked. `taken` is their number after every matching row was selected, and else undefined. */
export const tickedText = (t: TFunction<'frame'>, count: number, taken: number | undefined): string =>
  taken === undefined ? t('table.selected', { count }) : t('table.all-selected', { shown: showCount(taken) })
