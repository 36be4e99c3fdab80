import { useTranslation } from 'react-i18next'
import { quantity, subtractQuantity } from '#kernel/money.ts'
import { showQuantity } from '#web/format.ts'
import type { Box } from '../../domain/contract.ts'
import styles from '../packaging.module.css'
import type { Counting } from './counting.ts'

/** Says what the packer enters, and then which goods go to the order that waits for stock. */
export function RestNotice({ box, counting }: { box: Box; counting: Counting }) {
  const { t } = useTranslation('packaging')
  const goods = counting.short.map(({ lineNo, ordered, packed }) => {
    const missing = showQuantity(subtractQuantity(ordered, quantity(packed)))
    return `${missing} × ${box.lines.find((line) => line.lineNo === lineNo)?.name ?? ''}`
  })
  return (
    <p role="status" className={styles.rest}>
      {goods.length === 0 ? t('short.hint') : t('short.rest', { goods: goods.join(', ') })}
    </p>
  )
}
