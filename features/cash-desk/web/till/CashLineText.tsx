import { CircleCheck, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { showMoney } from '#web/format.ts'
import type { CashLine } from '../../domain/till.ts'
import styles from './till.module.css'

/** Shows in one line where all cash is. Red if the documents do not explain a part of it. */
export function CashLineText({ line }: { line: CashLine & { readonly unexplained: number } }) {
  const { t } = useTranslation('cash-desk')
  const differs = line.unexplained !== 0
  const Icon = differs ? TriangleAlert : CircleCheck
  const parts = [
    t('line.drivers', { amount: showMoney(line.drivers) }),
    t('line.till', { amount: showMoney(line.till) }),
    t('line.bank', { amount: showMoney(line.bank) }),
    ...(line.missing === 0
      ? []
      : line.missing > 0
        ? [t('line.missing', { amount: showMoney(line.missing) })]
        : [t('line.surplus', { amount: showMoney(line.missing) })]),
  ]
  return (
    <p className={styles.line} data-cash-line data-differs={differs || undefined}>
      <Icon size={16} aria-hidden />
      <span className="figures">
        {t('line.taken', { amount: showMoney(line.taken) })} = {parts.join(' + ')}
        {differs ? ` · ${t('line.unexplained', { amount: showMoney(line.unexplained) })}` : null}
      </span>
    </p>
  )
}
