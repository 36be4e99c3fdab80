import { UnstyledButton } from '@mantine/core'
import { ChevronRight } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Product } from '#features/products/domain/contract.ts'
import { Figure } from '#web/ui/Panel.tsx'
import figures from '#web/ui/figures.module.css'
import { QuantityText } from '#web/ui/texts.tsx'
import styles from './stock.module.css'

type StockFiguresProps = {
  figures: Pick<Product, 'stock' | 'promised' | 'free' | 'incoming' | 'low'>
  unit: string
  openLedger: () => void
}

/** Shows stock, promised and free quantity, and what is on its way. The stock figure opens its ledger. */
export function StockFigures({
  figures: { stock, promised, free, incoming, low },
  unit,
  openLedger,
}: StockFiguresProps) {
  const { t } = useTranslation('stock')
  return (
    <dl className={figures.figures}>
      <Figure label={t('word.stock')}>
        <UnstyledButton className={styles.figure} onClick={openLedger}>
          <QuantityText value={stock} unit={unit} flagNegative />
          <span className={styles.open}>
            {t('action.ledger')} <ChevronRight size={14} aria-hidden />
          </span>
        </UnstyledButton>
      </Figure>
      <Figure label={t('figure.promised')}>
        <QuantityText value={promised} unit={unit} />
      </Figure>
      <Figure label={t('word.free')}>
        <QuantityText value={free} unit={unit} flagNegative />
        {free < 0 ? <span className={styles.warn}>{t('figure.contested')}</span> : null}
      </Figure>
      <Figure label={t('figure.incoming')}>
        <QuantityText value={incoming} unit={unit} />
        {low ? <span className={styles.warn}>{t('figure.low')}</span> : null}
      </Figure>
    </dl>
  )
}
