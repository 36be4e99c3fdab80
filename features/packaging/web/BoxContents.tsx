import { Alert, Checkbox } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutputOf } from '#kernel/contract.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import type { packagingDetail } from '../domain/contract.ts'
import styles from './packaging.module.css'

export type BoxContentsProps = {
  order: OutputOf<typeof packagingDetail>
  checked: ReadonlySet<number>
  check: (place: number, on: boolean) => void
  tickable: boolean
}

/** What goes into the box: products and lent pieces, each ticked off by a press anywhere on its line. */
export function BoxContents({ order, checked, check, tickable }: BoxContentsProps) {
  const { t } = useTranslation('packaging')
  const inBox = order.lines.filter((_, place) => checked.has(place)).length
  if (order.lines.length === 0) {
    return (
      <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} role="alert">
        {t('box.invalid')}
      </Alert>
    )
  }
  return (
    <div>
      <table className={styles.box}>
        <caption>
          {t('box.products')}
          {tickable ? (
            <span className="figures">{t('box.checked', { checked: inBox, all: order.lines.length })}</span>
          ) : null}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('box.product')}</th>
            <th scope="col">{t('box.sku')}</th>
            <th scope="col">{t('box.quantity')}</th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line, place) => (
            <tr key={place} data-checked={(tickable && checked.has(place)) || undefined}>
              <td>
                {tickable ? (
                  <Checkbox
                    size="lg"
                    label={line.name}
                    checked={checked.has(place)}
                    onChange={(event) => check(place, event.currentTarget.checked)}
                    classNames={{ root: styles.tick, body: styles.tickBody, labelWrapper: styles.tickLabel }}
                  />
                ) : (
                  line.name
                )}
              </td>
              <td>{line.sku}</td>
              <td>
                <QuantityText
                  value={line.quantity}
                  unit={t(`unit.${line.unit}`, { ns: 'products', defaultValue: line.unit })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.loans.length === 0 ? null : (
        <table className={styles.box}>
          <caption>{t('box.loans')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('box.lent')}</th>
              <th scope="col">{t('box.quantity')}</th>
            </tr>
          </thead>
          <tbody>
            {order.loans.map((loan, place) => (
              <tr key={place}>
                <td>{loan.name}</td>
                <td>
                  <QuantityText
                    value={loan.quantity}
                    unit={t(`unit.${loan.unit}`, { ns: 'products', defaultValue: loan.unit })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
