import { ChevronDown, EllipsisVertical, GripVertical, TriangleAlert } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, memo } from 'react'
import type { TFunction } from 'i18next'
import { addCents, LIMITS, type Quantity, type Rate, shareOf, type UnitPrice } from '#kernel/money.ts'
import { NOTHING, showMoney, showPrice, showQuantity, showRate } from '#web/format.ts'
import { LightPriceInput, LightQuantityInput, LightRateInput } from '#web/ui/form/DecimalInput.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { isCounted } from '#features/products/domain/product.ts'
import { newPriceOf } from '../../domain/draft-refresh.ts'
import { discountedPrice, discountOf } from '../../domain/draft-prices.ts'
import { losesMoney, marginOf } from '../../domain/draft-costs.ts'
import { amountsOf, type DraftLine, type DraftLoan, type PriceSource } from '../../domain/order-draft.ts'
import { LineLending } from './LineLending.tsx'
import { LineNote } from './LineNote.tsx'
import form from './draft-lines.module.css'
import mark from '#web/ui/mark.module.css'
import notes from '#features/orders/web/line-notes.module.css'
import styles from '#features/orders/web/order-lines.module.css'

/** The actions of a row. The functions stay the same while the form is open. */
export type RowActions = {
  readonly quantity: (key: number, quantity: Quantity | null) => void
  readonly price: (key: number, price: UnitPrice | null) => void
  /** Gives a line the list price less a typed discount. */
  readonly percent: (key: number, discount: Rate | null) => void
  readonly discount: (key: number) => void
  /** Gives a line from another day today's price. */
  readonly renew: (key: number) => void
  readonly remove: (key: number) => void
  /** Lends with a line, or no longer: one material, or all that can be lent with its product. */
  readonly lend: (key: number, materialId?: number) => void
  /** Changes the note of a line. Undefined closes its field. */
  readonly note: (key: number, note: string | undefined) => void
  /** Moves the cursor to the note of a line, and opens its field. */
  readonly openNote: (key: number) => void
  /** Moves a line by one place. */
  readonly step: (key: number, by: 1 | -1) => void
  readonly place: (key: number, to: number) => void
  /** Moves the cursor to the next product. */
  readonly next: () => void
  readonly open: (what: 'menu' | 'prices', key: number, button: HTMLElement) => void
}

type Props = {
  line: DraftLine
  /** What is lent with the product of the line. */
  lent: readonly DraftLoan[]
  /** False while no line of the product has a quantity. */
  hasPieces: boolean
  /** The mark of the row while a line is dragged. */
  drag: 'dragged' | 'before' | 'after' | undefined
  /** The number of decimals of the column of prices. */
  decimals: number
  cost: UnitPrice | null
  stock: Quantity
  needed: Quantity
  missing: Quantity
  contested: boolean
  /** The customer's own discount, offered beside the price, or 0 for none. */
  discount: Rate
  seesCosts: boolean
  actions: RowActions
  /** Given by the parent, because hundreds of rows that each listen for the language are slow. */
  t: TFunction<'order-entry'>
}

/** 100 % as a rate, in hundredths of a percent. */
const ALL_OF_IT = 100_00

/** Returns the source of a price as text: list price, −5 %, typed. */
export const sourceText = (t: TFunction<'order-entry'>, { kind, rate }: PriceSource): string =>
  t(`price.from.${kind}`, { rate: rate === null ? '' : showRate(rate) })

/** Returns the source of a price as text for the menu, with the salesperson who may give the discount. */
export const choiceText = (t: TFunction<'order-entry'>, { kind, rate }: PriceSource, salesperson: string): string =>
  t(`price.${kind}`, { rate: rate === null ? '' : showRate(rate), name: salesperson })

/** Shows one line of the order. It renders again only when its own data changes. */
export const DraftRow = memo(function DraftRow(props: Props) {
  const { line, cost, seesCosts, actions, t, drag } = props
  const { product, key } = line
  const { total, vatAmount } = amountsOf(line)
  const loss = losesMoney(cost, line)
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault()
      actions.remove(key)
    } else if (event.altKey && !event.ctrlKey && event.code === 'KeyL') {
      // the physical key, so that the shortcut is the same on a Greek keyboard
      event.preventDefault()
      actions.lend(key)
    } else if (event.altKey && !event.ctrlKey && event.code === 'KeyN') {
      event.preventDefault()
      actions.openNote(key)
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      actions.step(key, event.key === 'ArrowUp' ? -1 : 1)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      actions.next()
    }
  }
  return (
    <tr data-loss={loss || undefined} data-line={key} data-drag={drag}>
      <NameCell {...props} loss={loss} onKeyDown={keys} />
      <td className={styles.input} data-label={t('orders:line.quantity')}>
        <LightQuantityInput
          label={t('form.quantity-of', { name: product.name })}
          data-quantity={key}
          min={1}
          max={LIMITS.quantity}
          whole={isCounted(product.unit)}
          value={line.quantity}
          onChange={(value) => actions.quantity(key, value as Quantity | null)}
          onKeyDown={keys}
          wrong={line.quantity === null}
        />
        <div className={form.under}>{t(`unit.${product.unit}`, { defaultValue: product.unit })}</div>
      </td>
      <PriceCell {...props} onKeyDown={keys} />
      <DiscountCell {...props} onKeyDown={keys} />
      <td className={styles.right} data-label={t('orders:line.total')}>
        {showMoney(total)}
      </td>
      <td className={styles.right} data-label={t('orders:line.vat')}>
        {showMoney(vatAmount)}
        <div className={form.under}>{showRate(product.vat)}</div>
      </td>
      <td className={`${styles.right} ${form.gross}`} data-label={t('orders:line.with-vat')}>
        {showMoney(addCents(total, vatAmount))}
      </td>
      {seesCosts ? <MarginCell {...props} loss={loss} /> : null}
      <td className={form.more}>
        <button
          type="button"
          className={notes.icon}
          aria-haspopup="menu"
          aria-label={t('orders:line.more', { name: product.name })}
          onClick={(event) => actions.open('menu', key, event.currentTarget)}
        >
          <EllipsisVertical size={16} aria-hidden />
        </button>
      </td>
    </tr>
  )
})

type NameProps = Props & { loss: boolean; onKeyDown: (event: KeyboardEvent) => void }

/** The product, and what the person should know about this line: too little stock, a new price, a loss. */
function NameCell({
  line,
  lent,
  hasPieces,
  stock,
  needed,
  missing,
  contested,
  actions,
  t,
  loss,
  onKeyDown,
}: NameProps) {
  const { product, key } = line
  const renewed = newPriceOf(line)
  return (
    <td className={styles.name}>
      <span className={form.grip} data-grip aria-hidden>
        <GripVertical size={16} />
      </span>
      {product.name}
      <div className={notes.note}>
        {product.sku}{' '}
        {line.lost ? (
          <span className={mark.mark} data-tone="warning" title={t('orders:line.lost-hint')}>
            {t('orders:line.lost')}
          </span>
        ) : null}
        {missing > 0 ? <StatusBadge status="STOCK-FAULT" /> : null}
        {contested ? (
          <span className={mark.mark} data-tone="warning" title={t('orders:line.contested-hint')}>
            {t('orders:line.contested')}
          </span>
        ) : null}
        <LineLending line={line} lent={lent} hasPieces={hasPieces} lend={actions.lend} t={t} />
      </div>
      <LineNote line={line} change={actions.note} onKeyDown={onKeyDown} t={t} />
      {missing > 0 ? (
        <div className={notes.note} data-tone="danger">
          {t('check.only', {
            ns: 'stock',
            stock: showQuantity(stock),
            needed: showQuantity(needed),
            missing: showQuantity(missing),
          })}
        </div>
      ) : null}
      {renewed ? (
        <div className={notes.note}>
          {t('price.changed')} <s className="figures">{showPrice(renewed.before)}</s>{' '}
          <strong className="figures">{showPrice(renewed.now)}</strong>
          <button
            type="button"
            className={form.chip}
            aria-label={t('price.take-new-of', { price: showPrice(renewed.now), name: product.name })}
            onClick={() => actions.renew(key)}
          >
            {t('price.take-new')}
          </button>
        </div>
      ) : null}
      {loss ? (
        <div className={notes.note} data-tone="danger">
          <TriangleAlert size={14} aria-hidden /> {t('orders:line.loss')}
        </div>
      ) : null}
    </td>
  )
}

/** What the line earns, and its share of the total. */
function MarginCell({ line, cost, t, loss }: Props & { loss: boolean }) {
  const margin = marginOf(cost, line)
  const share = margin === null ? null : shareOf(margin, amountsOf(line).total)
  return (
    <td className={styles.right} data-label={t('line.margin')} data-tone={loss ? 'danger' : undefined}>
      {margin === null ? NOTHING : showMoney(margin)}
      {share === null ? null : <div className={form.under}>{showRate(share)}</div>}
    </td>
  )
}

/** The price and its source. */
function PriceCell({ line, decimals, actions, t, onKeyDown }: Props & { onKeyDown: (event: KeyboardEvent) => void }) {
  const { product, key } = line
  return (
    <td className={styles.input} data-label={t('orders:line.price')}>
      <LightPriceInput
        label={t('form.price-of', { name: product.name })}
        data-price={key}
        decimals={decimals}
        min={0}
        max={LIMITS.unitPrice}
        value={line.salesPrice}
        onChange={(value) => actions.price(key, value as UnitPrice | null)}
        onKeyDown={onKeyDown}
        wrong={line.salesPrice === null}
      />
      <div className={form.under}>
        <button
          type="button"
          className={form.source}
          data-source={line.source.kind}
          aria-haspopup="menu"
          aria-label={t('price.choose', { name: product.name, source: sourceText(t, line.source) })}
          onClick={(event) => actions.open('prices', key, event.currentTarget)}
        >
          {sourceText(t, line.source)} <ChevronDown size={14} aria-hidden />
        </button>
      </div>
    </td>
  )
}

/** The discount in percent of the list price. The customer's own discount is one press away. */
function DiscountCell({
  line,
  discount,
  actions,
  t,
  onKeyDown,
}: Props & { onKeyDown: (event: KeyboardEvent) => void }) {
  const { product, key } = line
  return (
    <td className={styles.input} data-label={t('line.discount')}>
      <LightRateInput
        label={t('form.discount-of', { name: product.name })}
        data-discount={key}
        min={0}
        max={ALL_OF_IT}
        value={discountOf(line)}
        onChange={(value) => actions.percent(key, value as Rate | null)}
        onKeyDown={onKeyDown}
      />
      <div className={form.under}>
        {discount > 0 && line.source.kind !== 'customer' ? (
          <button
            type="button"
            className={form.chip}
            title={t('form.apply-discount-hint')}
            aria-label={t('form.apply-discount', {
              rate: showRate(discount),
              price: showPrice(discountedPrice(product, discount)),
              name: product.name,
            })}
            onClick={() => actions.discount(key)}
          >
            −{showRate(discount)}
          </button>
        ) : null}
      </div>
    </td>
  )
}
