import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import type { Proposal } from '../domain/contract.ts'
import styles from './requests.module.css'

/** Shows the sum of a proposal: "500 wanted + 300 orders − 120 shelf − 200 coming = 480, packs of 50: 500". Parts of 0 are left out. */
export function SumText({ line, unit }: { line: Proposal; unit: string }) {
  const { t } = useTranslation('purchases')
  const added = (['reorder', 'wanted', 'orders'] as const).filter((part) => line[part] !== 0)
  const taken = (['shelf', 'coming'] as const).filter((part) => line[part] !== 0)
  const parts = [
    ...added.map((part, index) => `${index === 0 ? '' : '+ '}${showQuantity(line[part])} ${t(`sum.${part}`)}`),
    ...taken.map((part) => `${line[part] < 0 ? '+' : '−'} ${showQuantity(Math.abs(line[part]))} ${t(`sum.${part}`)}`),
  ]
  const packs =
    line.missing > 0 && line.proposed !== line.missing
      ? line.pack > 0
        ? t('sum.packs', { pack: showQuantity(line.pack), quantity: showQuantity(line.proposed) })
        : t('sum.minimum', { quantity: showQuantity(line.proposed) })
      : null
  return (
    <span className={styles.sum}>
      {parts.join(' ')}
      {' = '}
      <strong>{line.missing > 0 ? `${showQuantity(line.missing)} ${unit}` : t('sum.covered')}</strong>
      {packs === null ? null : `, ${packs}`}
    </span>
  )
}
