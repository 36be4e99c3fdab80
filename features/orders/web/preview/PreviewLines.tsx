import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import { AlignedPrice, MoneyText, QuantityText } from '#web/ui/texts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import type { OrderDetail } from '../../domain/detail-contract.ts'

/** Shows the products of an order and its lent items, each with what is needed to check it: quantity, price and total. */
export function PreviewLines({ order: { lines, loans } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const decimals = priceDecimals(lines.map((line) => line.salesPrice))
  return (
    <table className={`${shortTable.list} ${shortTable.named} ${shortTable.close}`} aria-label={t('tab.products')}>
      <thead>
        <tr>
          <th scope="col">{t('line.name')}</th>
          <th scope="col" className={shortTable.end}>
            {t('line.quantity')}
          </th>
          <th scope="col" className={shortTable.end}>
            {t('line.price')}
          </th>
          <th scope="col" className={shortTable.end}>
            {t('line.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <th scope="row">
              {line.name}
              {line.note === '' ? null : <small>{line.note}</small>}
            </th>
            <td className={shortTable.end}>
              <QuantityText value={line.quantity} unit={line.unit} />
            </td>
            <td className={shortTable.end}>
              <AlignedPrice value={line.salesPrice} decimals={decimals} />
            </td>
            <td className={shortTable.end}>
              <MoneyText value={line.total} />
            </td>
          </tr>
        ))}
        {loans.map((loan, index) => (
          <tr key={`loan-${index}`}>
            <th scope="row">{t('word.lent-piece', { name: loan.name })}</th>
            <td className={shortTable.end}>
              <QuantityText value={loan.quantity} unit={loan.unit} />
            </td>
            <td colSpan={2} aria-hidden />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
