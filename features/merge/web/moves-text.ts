import type { TFunction } from 'i18next'
import { showCount } from '#web/format.ts'

/** Returns what moves as one text: "12 orders · 3 payments". */
export const movesText = (t: TFunction<'merge'>, moves: readonly { name: string; count: number }[]): string =>
  moves.map(({ name, count }) => t(`moves.${name}`, { number: showCount(count) })).join(' · ')
