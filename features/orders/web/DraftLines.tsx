import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Trash2, TriangleAlert } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { checkStock, isContested, totalNeeds } from '#features/stock/domain/availability.ts'
import { stockFigures } from '#features/stock/domain/contract.ts'
import {
  addCents,
  addQuantity,
  LIMITS,
  type Quantity,
  type Rate,
  subtractQuantity,
  type UnitPrice,
  ZERO_QUANTITY,
} from '#kernel/money.ts'
import { showPrice, showQuantity, showRate } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import { PriceInput, QuantityInput } from '#web/ui/DecimalInput.tsx'
import { EmptyState, RefusalText } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { MoneyText, RateText } from '#web/ui/texts.tsx'
import {
  addLine,
  addPiece,
  amountsOf,
  changeLine,
  discountedPrice,
  type DraftLine,
  losesMoney,
  type OrderDraft,
  removeLine,
} from './order-draft.ts'
import form from './order-form.module.css'
import styles from './orders.module.css'
import { ProductEntry } from './ProductEntry.tsx'

const STOCK_PAUSE_MS = 300

type Props = {
  draft: OrderDraft
  setDraft: Dispatch<SetStateAction<OrderDraft>>
  /** The customer's main discount, offered beside each price. */
  discount: Rate
  orderId?: number | undefined
  entry: React.RefObject<HTMLInputElement | null>
}

/** The lines of an order being typed: find, Enter, quantity, Enter, next; each line with price, VAT and stock. */
export function DraftLines({ draft, setDraft, discount, orderId, entry }: Props) {
  const { t } = useTranslation('orders')
  const table = useRef<HTMLDivElement>(null)
  const added = useRef<number | null>(null)
  const [productIds] = useDebouncedValue(
    [...new Set(draft.lines.map((line) => line.product.id))].slice(0, 500),
    STOCK_PAUSE_MS,
  )
  const check = useAsk(
    stockFigures,
    { productIds, ...(orderId === undefined ? {} : { exceptOrderId: orderId }) },
    { topics: ['products', 'orders'], enabled: productIds.length > 0, keepPrevious: true },
  )
  const figures = new Map((check.data?.rows ?? []).map((row) => [row.productId, row]))
  const stockOf = new Map(
    draft.lines.map((line) => [line.product.id, figures.get(line.product.id)?.stock ?? line.product.stock]),
  )
  const needs = draft.lines.map((line) => ({ productId: line.product.id, quantity: line.quantity ?? ZERO_QUANTITY }))
  const checked = checkStock(needs, stockOf)
  const needed = totalNeeds(needs)
  const allInStock = draft.lines.length > 0 && checked.every((line) => line.stockStatus === 'STOCK-OK')

  // The quantity of the line just added waits for its figure.
  useEffect(() => {
    if (added.current === null) return
    table.current?.querySelector<HTMLInputElement>(`input[data-quantity="${added.current}"]`)?.focus()
    added.current = null
  }, [draft.lines])

  const add = (product: DraftLine['product']) =>
    setDraft((before) => {
      const after = addLine(before, product)
      added.current = after.lines.at(-1)?.key ?? null
      return after
    })

  const next = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    entry.current?.focus()
  }

  return (
    <div ref={table}>
      {draft.lines.length === 0 ? (
        <EmptyState title={t('form.no-lines')} hint={t('form.no-lines-hint')} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.lines}>
            <thead>
              <tr>
                <th>{t('line.name')}</th>
                <th className={styles.right}>{t('line.quantity')}</th>
                <th className={styles.right}>{t('line.price')}</th>
                <th className={styles.right}>{t('line.vat-rate')}</th>
                <th className={styles.right}>{t('line.total')}</th>
                <th className={styles.right}>{t('line.vat')}</th>
                <th className={styles.right}>{t('line.with-vat')}</th>
                <th>
                  <VisuallyHidden>{t('action.remove')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {draft.lines.map((line, index) => {
                const state = checked[index]
                const free = figures.get(line.product.id)?.free
                return (
                  <Line
                    key={line.key}
                    line={line}
                    loss={losesMoney(draft, line)}
                    discount={discount}
                    missing={state?.missing ?? ZERO_QUANTITY}
                    stock={state?.stock ?? ZERO_QUANTITY}
                    contested={
                      free !== undefined &&
                      state?.stockStatus === 'STOCK-OK' &&
                      isContested(free, needed.get(line.product.id) ?? ZERO_QUANTITY)
                    }
                    change={(patch) => setDraft((before) => changeLine(before, line.key, patch))}
                    remove={() => {
                      setDraft((before) => removeLine(before, line.key))
                      entry.current?.focus()
                    }}
                    onEnter={next}
                  />
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {allInStock ? (
        <div className={form.entry}>
          <span className={styles.note} data-tone="good">
            {t('stock.all')}
          </span>
        </div>
      ) : null}
      {check.error ? <RefusalText error={check.error} retry={() => void check.refetch()} /> : null}
      <ProductEntry
        inputRef={entry}
        add={add}
        addPiece={(product) => setDraft((before) => addPiece(before, product))}
      />
    </div>
  )
}

type LineProps = {
  line: DraftLine
  loss: boolean
  discount: Rate
  missing: Quantity
  stock: Quantity
  contested: boolean
  change: (patch: Partial<Pick<DraftLine, 'quantity' | 'salesPrice'>>) => void
  remove: () => void
  onEnter: (event: KeyboardEvent) => void
}

function Line({ line, loss, discount, missing, stock, contested, change, remove, onEnter }: LineProps) {
  const { t } = useTranslation('orders')
  const { product } = line
  const { total, vatAmount } = amountsOf(line)
  const wanted = line.quantity ?? ZERO_QUANTITY
  const reduced = discountedPrice(product, discount)
  return (
    <tr data-loss={loss || undefined}>
      <td className={styles.name}>
        {product.name}
        <div className={styles.note}>
          {product.sku} <StatusBadge status={missing > 0 ? 'STOCK-FAULT' : 'STOCK-OK'} />
          {contested ? (
            <span className={styles.contested} title={t('line.contested-hint')}>
              {t('line.contested')}
            </span>
          ) : null}
        </div>
        {missing > 0 ? (
          <div className={styles.note} data-tone="danger">
            {t('stock.only', {
              stock: showQuantity(stock),
              needed: showQuantity(wanted > stock ? wanted : addQuantity(stock, missing)),
              missing: showQuantity(wanted > stock ? subtractQuantity(wanted, stock) : missing),
            })}
          </div>
        ) : null}
        {loss ? (
          <div className={styles.note} data-tone="danger">
            <TriangleAlert size={13} aria-hidden /> {t('line.loss')}
          </div>
        ) : null}
      </td>
      <td className={`${styles.right} ${styles.input}`} data-label={t('line.quantity')}>
        <QuantityInput
          aria-label={t('form.quantity-of', { name: product.name })}
          data-quantity={line.key}
          w={96}
          ml="auto"
          min={1}
          max={LIMITS.quantity}
          value={line.quantity}
          onChange={(value) => change({ quantity: value as Quantity | null })}
          onKeyDown={onEnter}
          error={line.quantity === null}
        />
        <span className={styles.note}>{t(`unit.${product.unit}`, { defaultValue: product.unit })}</span>
      </td>
      <td className={`${styles.right} ${styles.input}`} data-label={t('line.price')}>
        <PriceInput
          aria-label={t('form.price-of', { name: product.name })}
          w={116}
          ml="auto"
          min={0}
          max={LIMITS.unitPrice}
          value={line.salesPrice}
          onChange={(value) => change({ salesPrice: value as UnitPrice | null })}
          onKeyDown={onEnter}
          error={line.salesPrice === null}
        />
        {discount > 0 && line.salesPrice !== reduced ? (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => change({ salesPrice: reduced })}
            title={t('form.apply-discount-hint')}
          >
            {t('form.apply-discount', { rate: showRate(discount), price: showPrice(reduced) })}
            <VisuallyHidden>{product.name}</VisuallyHidden>
          </Button>
        ) : line.salesPrice !== product.salesPrice ? (
          <Button size="compact-xs" variant="subtle" onClick={() => change({ salesPrice: product.salesPrice })}>
            {t('form.list-price', { price: showPrice(product.salesPrice) })}
            <VisuallyHidden>{product.name}</VisuallyHidden>
          </Button>
        ) : null}
      </td>
      <td className={styles.right} data-label={t('line.vat-rate')}>
        <RateText value={product.vat} />
      </td>
      <td className={styles.right} data-label={t('line.total')}>
        <MoneyText value={total} />
      </td>
      <td className={styles.right} data-label={t('line.vat')}>
        <MoneyText value={vatAmount} />
      </td>
      <td className={styles.right} data-label={t('line.with-vat')}>
        <MoneyText value={addCents(total, vatAmount)} />
      </td>
      <td className={styles.right}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('form.remove-named', { name: product.name })}
          onClick={remove}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}
