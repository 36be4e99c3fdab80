import { Ellipsis, TriangleAlert } from '#web/ui/icon/icons.ts'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import type { StockStatus } from '#features/stock/domain/availability.ts'
import { addCents, type Cents, type Quantity, type UnitPrice } from '#kernel/money.ts'
import { showMoney, showQuantity, showRate } from '#web/format.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AlignedPrice } from '#web/ui/texts.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { ownVat, soldBelowCost } from '../../domain/totals.ts'
import type { PressedLine } from './OrderGoods.tsx'
import mark from '#web/ui/mark.module.css'
import notes from '../line-notes.module.css'
import styles from '../order-lines.module.css'

/** The stock for the line, or nothing if the order no longer waits for it. */
type LineStock = {
  stock?: Quantity
  free?: Quantity
  stockStatus?: StockStatus
  missing?: Quantity
  contested?: boolean
}

type Props = LineStock & {
  line: OrderDetail['lines'][number]
  /** The number of decimals of the column of prices. */
  decimals: number
  press: (pressed: PressedLine) => void
  /** Given by the parent, because hundreds of rows that each listen for the language are slow. */
  t: TFunction<'orders'>
}

/** Shows one stored line of an order. It renders again only when its own data changes. */
export const OrderLineRow = memo(function OrderLineRow({ line, decimals, press, t, ...stockOfLine }: Props) {
  const loss =
    line.costPrice !== null &&
    soldBelowCost({ costPrice: line.costPrice as UnitPrice, salesPrice: line.salesPrice as UnitPrice })
  const vat = ownVat({ vatAmount: line.vatAmount as Cents, vatRounding: line.vatRounding as Cents })
  return (
    <tr data-loss={loss || undefined}>
      <td className={styles.name}>
        {line.name}
        {line.lost ? (
          <span className={mark.mark} data-tone="warning" title={t('line.lost-hint')}>
            {t('line.lost')}
          </span>
        ) : null}
        {line.note === '' ? null : <div className={notes.text}>{line.note}</div>}
        {loss ? (
          <span className={notes.note} data-tone="danger">
            <TriangleAlert size={14} aria-hidden /> {t('line.loss')}
          </span>
        ) : null}
        <StockNotes {...stockOfLine} t={t} />
      </td>
      <td className={styles.code} data-label={t('word.sku')}>
        {line.sku}
      </td>
      <td className={styles.right} data-label={t('line.price')}>
        <AlignedPrice value={line.salesPrice} decimals={decimals} />
      </td>
      <td className={styles.right} data-label={t('line.vat-rate')}>
        {showRate(line.vat)}
      </td>
      <td className={styles.right} data-label={t('line.quantity')}>
        {showQuantity(line.quantity)} {t(`unit.${line.unit}`, { defaultValue: line.unit })}
      </td>
      <td className={styles.right} data-label={t('line.total')}>
        {showMoney(line.total)}
      </td>
      <td className={styles.right} data-label={t('line.vat')}>
        {showMoney(vat)}
      </td>
      <td className={styles.right} data-label={t('line.with-vat')}>
        {showMoney(addCents(line.total as Cents, vat))}
      </td>
      <td className={styles.right}>
        <button
          type="button"
          className={notes.icon}
          aria-haspopup="menu"
          aria-label={t('line.more', { name: line.name })}
          onClick={(event) => press({ line, button: event.currentTarget })}
        >
          <Ellipsis size={16} aria-hidden />
        </button>
      </td>
    </tr>
  )
})

/**
 * Shows the stock for a line or loan in small print, or nothing if the order no longer waits for it. Only a line that lacks
 * something has a badge.
 */
export function StockNotes({ stock, free, stockStatus, missing, contested, t }: LineStock & Pick<Props, 't'>) {
  if (stock === undefined || free === undefined || stockStatus === undefined) return null
  const below = (figure: number) => (figure < 0 ? 'danger' : undefined)
  return (
    <>
      <span className={notes.note}>
        {stockStatus === 'STOCK-OK' ? null : <StatusBadge status={stockStatus} />}
        <span className={notes.whole}>
          {t('word.stock')} <span data-tone={below(stock)}>{showQuantity(stock)}</span> ·
        </span>
        <span className={notes.whole}>
          {t('word.free')} <span data-tone={below(free)}>{showQuantity(free)}</span>
        </span>
        {contested ? (
          <span className={mark.mark} data-tone="warning" title={t('line.contested-hint')}>
            {t('line.contested')}
          </span>
        ) : null}
      </span>
      {missing ? (
        <span className={notes.note} data-tone="danger">
          {t('check.missing', { ns: 'stock', missing: showQuantity(missing), stock: showQuantity(stock) })}
        </span>
      ) : null}
    </>
  )
}
