import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, memo, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductCostDialog } from '#features/products/web/ProductCostDialog.tsx'
import { ZERO_QUANTITY } from '#kernel/money.ts'
import { say } from '#web/ui/say.tsx'
import { type Discounts, discountedPrice, priceAll, restorePrices, sourceOf } from '../domain/draft-prices.ts'
import { takeNewPrice } from '../domain/draft-refresh.ts'
import { DraftRow, type RowActions, sourceText } from './DraftRow.tsx'
import { LineMenu, type Pressed } from './LineMenu.tsx'
import { LinesToolbar } from './LinesToolbar.tsx'
import type { costsWith } from '../domain/draft-costs.ts'
import {
  addLine,
  addPiece,
  changeLine,
  type DraftLine,
  type DraftLoan,
  type DraftProduct,
  type OrderDraft,
  removeLine,
  restoreLine,
} from '../domain/order-draft.ts'
import form from './order-form.module.css'
import styles from '#features/orders/web/order-lines.module.css'
import { ProductEntry } from './ProductEntry.tsx'
import { SalesHistoryDialog } from '#features/orders/web/sales-history/SalesHistoryDialog.tsx'
import { StockAlert } from '#features/orders/web/StockAlert.tsx'
import { useStockCheck } from './use-stock-check.ts'

type Props = {
  lines: readonly DraftLine[]
  loans: readonly DraftLoan[]
  costOf: ReturnType<typeof costsWith>
  setDraft: Dispatch<SetStateAction<OrderDraft>>
  customerId: number | undefined
  discounts: Discounts
  salesperson: string
  orderId: number | undefined
  entry: RefObject<HTMLInputElement | null>
}

type Shown = { readonly dialog: 'history' | 'cost'; readonly line: DraftLine }

/**
 * Shows the lines of the order, each with price, VAT and stock. The keyboard order is: find, Enter, quantity, Enter,
 * next.
 */
export const DraftLines = memo(function DraftLines(props: Props) {
  const { lines, loans, costOf, setDraft, customerId, discounts, salesperson, orderId, entry } = props
  const { t } = useTranslation('order-entry')
  const block = useRef<HTMLDivElement>(null)
  const added = useRef<number | null>(null)
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const stock = useStockCheck(lines, loans, orderId)
  const seesCosts = lines.some((line) => line.product.costPrice !== null)

  // The quantity field of the new line has the cursor.
  useEffect(() => {
    if (added.current === null) return
    block.current?.querySelector<HTMLInputElement>(`input[data-quantity="${added.current}"]`)?.focus()
    added.current = null
  }, [lines])

  const [adding] = useState(() => ({
    line: (product: DraftProduct) =>
      setDraft((before) => {
        const after = addLine(before, product)
        added.current = after.lines.at(-1)?.key ?? null
        return after
      }),
    piece: (product: DraftProduct) => setDraft((before) => addPiece(before, product)),
  }))

  // Stable functions for all rows, because a new function at each key would render every row again.
  const latest = useRef({ lines, loans, discounts, t })
  useEffect(() => {
    latest.current = { lines, loans, discounts, t }
  })
  const actions = useMemo((): RowActions => {
    const lineOf = (key: number) => latest.current.lines.find((line) => line.key === key)
    return {
      quantity: (key, quantity) => setDraft((before) => changeLine(before, key, { quantity })),
      price: (key, salesPrice) => {
        const line = lineOf(key)
        if (line)
          setDraft((before) => changeLine(before, key, { salesPrice, source: sourceOf(salesPrice, line.product) }))
      },
      discount: (key) => {
        const rate = latest.current.discounts.customer
        const line = lineOf(key)
        if (!line) return
        const salesPrice = discountedPrice(line.product, rate)
        setDraft((before) => changeLine(before, key, { salesPrice, source: { kind: 'customer', rate } }))
      },
      renew: (key) => setDraft((before) => takeNewPrice(before, key)),
      remove: (key) => {
        const line = lineOf(key)
        if (!line) return
        const { lines: linesBefore, loans: loansBefore } = latest.current
        setDraft((before) => removeLine(before, key))
        entry.current?.focus()
        say.done(latest.current.t('said.removed', { name: line.product.name }), () =>
          setDraft((before) => restoreLine(before, line, linesBefore, loansBefore)),
        )
      },
      next: () => entry.current?.focus(),
      open: (what, key, button) => setPressed({ what, key, button }),
    }
  }, [setDraft, entry])

  const pressedLine = pressed === null ? undefined : lines.find((line) => line.key === pressed.key)
  // an open menu belongs to its line and closes with it
  if (pressed !== null && pressedLine === undefined) setPressed(null)
  if (shown !== null && !lines.some((line) => line.key === shown.line.key)) setShown(null)
  const show = (dialog: Shown['dialog']) => pressedLine && setShown({ dialog, line: pressedLine })

  return (
    <div ref={block} style={{ position: 'relative' }}>
      {lines.length === 0 ? null : (
        <>
          <LinesToolbar
            lines={lines}
            needs={stock.needs}
            stock={stock}
            orderId={orderId}
            discounts={discounts}
            salesperson={salesperson}
            priceAll={(source) => {
              const before = lines
              setDraft((draft) => priceAll(draft, source.kind, discounts))
              say.done(t('said.priced', { source: sourceText(t, source) }), () =>
                setDraft((draft) => restorePrices(draft, before)),
              )
            }}
          />
          <div className={styles.scroll}>
            <table className={`${styles.lines} ${styles.many} ${styles.draft}`} data-costs={seesCosts || undefined}>
              <Head seesCosts={seesCosts} />
              <tbody>
                {lines.map((line, index) => {
                  const of = stock.checked[index]
                  return (
                    <DraftRow
                      key={line.key}
                      line={line}
                      cost={costOf(line)}
                      stock={of?.stock ?? ZERO_QUANTITY}
                      needed={of?.needed ?? ZERO_QUANTITY}
                      missing={of?.missing ?? ZERO_QUANTITY}
                      contested={of?.contested ?? false}
                      discount={discounts.customer}
                      seesCosts={seesCosts}
                      actions={actions}
                      t={t}
                    />
                  )
                })}
              </tbody>
            </table>
          </div>
        </>
      )}
      {stock.error ? <StockAlert error={stock.error} retry={stock.retry} /> : null}
      <ProductEntry inputRef={entry} add={adding.line} addPiece={adding.piece} />
      <LineMenu
        pressed={pressed}
        line={pressedLine}
        within={block.current}
        discounts={discounts}
        salesperson={salesperson}
        close={() => setPressed(null)}
        take={({ price, source }) =>
          pressed && setDraft((before) => changeLine(before, pressed.key, { salesPrice: price, source }))
        }
        history={() => show('history')}
        cost={pressedLine?.product.costPrice == null ? null : () => show('cost')}
        remove={() => pressed && actions.remove(pressed.key)}
      />
      {shown ? (
        <>
          <SalesHistoryDialog
            opened={shown.dialog === 'history'}
            onClose={() => setShown(null)}
            productId={shown.line.product.id}
            customerId={customerId}
            onUsePrice={(salesPrice) =>
              setDraft((before) =>
                changeLine(before, shown.line.key, { salesPrice, source: { kind: 'last', rate: null } }),
              )
            }
          />
          {shown.line.product.costPrice === null ? null : (
            <ProductCostDialog
              opened={shown.dialog === 'cost'}
              onClose={() => setShown(null)}
              productId={shown.line.product.id}
              salesPrice={shown.line.salesPrice ?? undefined}
            />
          )}
        </>
      ) : null}
    </div>
  )
})

const Head = memo(function Head({ seesCosts }: { seesCosts: boolean }) {
  const { t } = useTranslation('order-entry')
  return (
    <thead>
      <tr>
        <th>{t('orders:line.name')}</th>
        <th className={styles.right}>{t('orders:line.quantity')}</th>
        <th className={styles.right}>{t('orders:line.price')}</th>
        <th className={styles.right}>{t('orders:line.total')}</th>
        <th className={styles.right}>{t('orders:line.vat')}</th>
        <th className={`${styles.right} ${form.gross}`}>{t('orders:line.with-vat')}</th>
        {seesCosts ? <th className={styles.right}>{t('line.margin')}</th> : null}
        <th>
          <VisuallyHidden>{t('orders:actions')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  )
})
