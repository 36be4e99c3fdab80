import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { EmptyState, ErrorState, Loading } from '#web/ui/states.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { sectionNeeds } from '../domain/contract.ts'
import { SectionUses } from './SectionUses.tsx'
import styles from './sections.module.css'

type SectionNeedsProps = {
  section: string
  /** Called with the stored name of the section, which the address may spell differently. */
  onName: (name: string) => void
  large?: boolean
}

/** Lists what a section should make for open orders: missing quantity, product, and the orders that want it. */
export function SectionNeeds({ section, onName, large = false }: SectionNeedsProps) {
  const { t } = useTranslation('sections')
  const needs = useAsk(sectionNeeds, { section }, { keepPrevious: true })
  const name = needs.isPlaceholderData ? undefined : needs.data?.section
  useEffect(() => {
    if (name !== undefined) onName(name)
  }, [name, onName])

  if (needs.error && !needs.data) return <ErrorState error={needs.error} retry={() => void needs.refetch()} />
  if (!needs.data) return <Loading rows={6} height={large ? 56 : 36} />
  if (needs.data.rows.length === 0) return <EmptyState title={t('needs.empty')} hint={t('needs.empty-hint')} />
  return (
    <div className={styles.frame}>
      <table className={styles.needs} data-large={large || undefined}>
        <caption className={styles.caption}>{t('needs.hint')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('column.product')}</th>
            <th scope="col">{t('column.missing')}</th>
            <th scope="col">{t('column.stock')}</th>
            <th scope="col">{t('column.promised')}</th>
            <th scope="col" className={styles.wanted}>
              {t('column.orders')}
            </th>
          </tr>
        </thead>
        <tbody>
          {needs.data.rows.map((row) => (
            <tr key={row.productId}>
              <th scope="row">
                {row.name}
                <small>{row.sku}</small>
              </th>
              <td data-label={t('column.missing')} className={styles.missing}>
                <QuantityText
                  value={row.missing}
                  unit={t(`unit.${row.unit}`, { ns: 'products', defaultValue: row.unit })}
                />
              </td>
              <td data-label={t('column.stock')}>
                <QuantityText value={row.stock} flagNegative />
              </td>
              <td data-label={t('column.promised')}>
                <QuantityText value={row.promised} />
              </td>
              <td className={styles.wanted}>
                <SectionUses row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
