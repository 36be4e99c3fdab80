import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { showPrice, showRate } from '#web/format.ts'
import { MoneyText, QuantityText } from '#web/ui/texts.tsx'
import type { Invoice, InvoiceLine } from '../../domain/list-contract.ts'
import notes from '#features/orders/web/line-notes.module.css'
import lines from '#features/orders/web/order-lines.module.css'
import styles from './invoice.module.css'

/** Shows the products of an invoice with the columns of the specification. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('purchases')
  if (invoice.lines.length === 0) return <p className={styles.none}>{t('page.no-lines')}</p>
  const heads = ['place', 'name', 'description', 'sku', 'category', 'quantity', 'unit', 'net', 'vat', 'stock'] as const
  const right: readonly string[] = ['quantity', 'net', 'vat', 'stock']
  return (
    <div className={lines.scroll} tabIndex={0} role="group" aria-label={t('page.lines')}>
      <table className={`${lines.lines} ${lines.many} ${styles.lines}`} aria-label={t('page.lines')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                className={right.includes(head) ? lines.right : head === 'description' ? styles.description : undefined}
              >
                {t(`line.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {invoice.lines.map((line) => (
            <Line key={line.lineNo} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ line }: { line: InvoiceLine }) {
  const { t } = useTranslation('purchases')
  const mayOpen = useMayOpen('/product-overview/$id')
  return (
    <tr>
      <td className={styles.place}>{line.lineNo}</td>
      <td className={lines.name}>
        {line.productId !== null && mayOpen ? (
          <Anchor component={PageLink} to={`/product-overview/${line.productId}`} inherit>
            {line.name}
          </Anchor>
        ) : (
          line.name
        )}
        {line.description === '' ? null : <div className={styles.under}>{line.description}</div>}
        <div className={notes.note}>
          {line.productId === null ? (
            t('line.expense')
          ) : (
            <span className="figures">
              {showPrice(line.newCost)}
              {line.discount > 0 ? ` (${showPrice(line.price)} −${showRate(line.discount)})` : ''}
              {line.setsCost && line.newCost !== line.costBefore
                ? ` · ${t('line.was', { cost: showPrice(line.costBefore) })}`
                : ''}
            </span>
          )}
        </div>
      </td>
      <td className={styles.description} data-label={t('line.description')}>
        {line.description}
      </td>
      <td className={lines.code} data-label={t('line.sku')}>
        {line.sku}
      </td>
      <td data-label={t('line.category')}>{line.category}</td>
      <td className={lines.right} data-label={t('line.quantity')}>
        <QuantityText value={line.quantity} />
      </td>
      <td data-label={t('line.unit')}>{t(`unit.${line.unit}`, { ns: 'frame', defaultValue: line.unit })}</td>
      <td className={lines.right} data-label={t('line.net')}>
        <MoneyText value={line.net} />
      </td>
      <td className={lines.right} data-label={t('line.vat')}>
        <MoneyText value={line.vat} />
      </td>
      <td className={lines.right} data-label={t('line.stock')}>
        {line.productId === null ? null : <QuantityText value={line.stock} />}
      </td>
    </tr>
  )
}
