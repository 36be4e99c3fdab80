/** The words and figures of a kind, from the texts of the feature that declares it. */
import { useTranslation } from 'react-i18next'
import { useShownName } from '#features/sections/web/section-name.ts'
import { showCount, showMoney, showQuantity } from '#web/format.ts'
import type { Entry, Kind } from '../domain/contract.ts'

const FIGURES: Readonly<Record<Kind['figure'], (figure: number) => string>> = {
  quantity: showQuantity,
  money: showMoney,
  orders: showCount,
}

export function useKindTexts(kinds: readonly Kind[]) {
  const { t } = useTranslation('calendar')
  const shownSection = useShownName()
  const kindOf = (name: string) => kinds.find((kind) => kind.name === name)
  const figureOf = (name: string) => kindOf(name)?.figure ?? 'quantity'
  return {
    /** The name of a kind. */
    kind: (name: string): string => {
      const [ns = '', key = ''] = name.split('.')
      return t(`calendar.${key}`, { ns })
    },
    isMoney: (name: string): boolean => figureOf(name) === 'money',
    subtitle: ({ kind, subtitle }: Entry): string =>
      kindOf(kind)?.subtitle === 'section' ? shownSection(subtitle) : subtitle,
    /** A figure of the kind with its name, such as "Quantity 12". */
    figure: (name: string, figure: number): string => {
      const measure = figureOf(name)
      return t(`figure.${measure}`, { figure: FIGURES[measure](figure) })
    },
  }
}
export type KindTexts = ReturnType<typeof useKindTexts>
