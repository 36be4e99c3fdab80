import { VisuallyHidden } from '@mantine/core'
import { type Dispatch, memo, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProductCostDialog } from '#features/products/web/ProductCostDialog.tsx'
import { priceDecimals, ZERO_QUANTITY } from '#kernel/money.ts'
import { say } from '#web/ui/say.tsx'
import { loanGroups } from '../../domain/draft-loans.ts'
import { type Discounts, priceAll, restorePrices } from '../../domain/draft-prices.ts'
import { DraftRow, type RowActions, sourceText } from './DraftRow.tsx'
import { LineMenu, type Pressed } from './LineMenu.tsx'
import { LinesToolbar } from './LinesToolbar.tsx'
import type { costsWith } from '../../domain/draft-costs.ts'
import {
  addLine,
  addPiece,
  changeLine,
  type DraftLine,
  type DraftLoan,
  type OrderDraft,
  removeLine,
} from '../../domain/order-draft.ts'
import { addTypedLine } from '../../domain/typed-line.ts'
import form from './draft-lines.module.css'
import styles from '#features/orders/web/order-lines.module.css'
import { type Adding, ProductEntry } from './ProductEntry.tsx'
import { SalesHistoryDialog } from '#features/orders/web/sales-history/SalesHistoryDialog.tsx'
import { StockAlert } from '#features/orders/web/StockAlert.tsx'
import { useLineDrag } from './use-line-drag.ts'
import { useRowActions } from './use-row-actions.ts'
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
 * Shows the lines of the order, each with price, VAT and stock. The keyboard order is: product and quantity, Enter, next; or find,
 * Enter, quantity, Enter, next.
 */
export const DraftLines = memo(function DraftLines(props: Props) {
  const { lines, loans, costOf, setDraft, customerId, discounts, salesperson, orderId, entry } = props
  const { t } = useTranslation('order-entry')
  const block = useRef<HTMLDivElement>(null)
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const stock = useStockCheck(lines, loans, orderId)

  const adding = useAdding(block, lines, setDraft)
  const actions = useRowActions(lines, loans, discounts, setDraft, entry, setPressed)

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
              say.changed(t('said.priced', { source: sourceText(t, source) }), () =>
                setDraft((draft) => restorePrices(draft, before)),
              )
            }}
          />
          <LinesTable
            lines={lines}
            loans={loans}
            costOf={costOf}
            discount={discounts.customer}
            checked={stock.checked}
            actions={actions}
          />
        </>
      )}
      {stock.error ? <StockAlert error={stock.error} retry={stock.retry} /> : null}
      <ProductEntry inputRef={entry} adding={adding} />
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
        actions={actions}
      />
      {shown ? (
        <LineDialog shown={shown} customerId={customerId} close={() => setShown(null)} setDraft={setDraft} />
      ) : null}
    </div>
  )
})

/** Returns how products are added to the draft. The quantity field of a new line gets the cursor. */
function useAdding(block: RefObject<HTMLElement | null>, lines: Props['lines'], setDraft: Props['setDraft']): Adding {
  const added = useRef<number | null>(null)
  useEffect(() => {
    if (added.current === null) return
    block.current?.querySelector<HTMLInputElement>(`input[data-quantity="${added.current}"]`)?.focus()
    added.current = null
  }, [block, lines])

  const { t } = useTranslation('order-entry')
  const words = useRef(t)
  useEffect(() => {
    words.current = t
  })
  const [adding] = useState(
    (): Adding => ({
      line: (product) =>
        setDraft((before) => {
          const after = addLine(before, product)
          added.current = after.lines.at(-1)?.key ?? null
          return after
        }),
      piece: (product) => setDraft((before) => addPiece(before, product)),
      // the next line is typed in the same field
      typed: (product, line) => setDraft((before) => addTypedLine(before, product, line)),
      all: (found) => {
        let keys: readonly number[] = []
        setDraft((before) => {
          const after = found.reduce((draft, { product, line }) => addTypedLine(draft, product, line), before)
          keys = after.lines.slice(before.lines.length).map(({ key }) => key)
          return after
        })
        say.changed(words.current('said.pasted', { count: found.length }), () =>
          setDraft((now) => keys.reduce(removeLine, now)),
        )
      },
    }),
  )
  return adding
}

const Head = memo(function Head({ seesCosts }: { seesCosts: boolean }) {
  const { t } = useTranslation('order-entry')
  return (
    <thead>
      <tr>
        <th>{t('orders:line.name')}</th>
        <th className={styles.right}>{t('orders:line.quantity')}</th>
        <th className={styles.right}>{t('orders:line.price')}</th>
        <th className={styles.right}>{t('line.discount')}</th>
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

type LineDialogProps = Pick<Props, 'customerId' | 'setDraft'> & { shown: Shown; close: () => void }

/** Shows what the customer paid for the product of a line, or what the product costs. */
function LineDialog({ shown: { dialog, line }, customerId, close, setDraft }: LineDialogProps) {
  return (
    <>
      <SalesHistoryDialog
        opened={dialog === 'history'}
        onClose={close}
        productId={line.product.id}
        customerId={customerId}
        onUsePrice={(salesPrice) =>
          setDraft((before) => changeLine(before, line.key, { salesPrice, source: { kind: 'last', rate: null } }))
        }
      />
      {line.product.costPrice === null ? null : (
        <ProductCostDialog
          opened={dialog === 'cost'}
          onClose={close}
          productId={line.product.id}
          salesPrice={line.salesPrice ?? undefined}
        />
      )}
    </>
  )
}

type LinesTableProps = Pick<Props, 'lines' | 'loans' | 'costOf'> & {
  discount: Discounts['customer']
  checked: ReturnType<typeof useStockCheck>['checked']
  actions: RowActions
}

const NOTHING_LENT: readonly DraftLoan[] = []

function LinesTable({ lines, loans, costOf, discount, checked, actions }: LinesTableProps) {
  const { t } = useTranslation('order-entry')
  const decimals = priceDecimals(lines.map((line) => line.salesPrice))
  const seesCosts = lines.some((line) => line.product.costPrice !== null)
  const [groupsOf] = useState(loanGroups)
  const lent = useMemo(() => groupsOf(loans), [groupsOf, loans])
  const withPieces = useMemo(
    () => new Set(lines.filter((line) => (line.quantity ?? 0) > 0).map((line) => line.product.id)),
    [lines],
  )
  const { markOf, handlers } = useLineDrag(lines, actions.place)
  return (
    <div className={styles.scroll}>
      <table className={`${styles.lines} ${styles.many} ${styles.draft}`} data-costs={seesCosts || undefined}>
        <Head seesCosts={seesCosts} />
        <tbody {...handlers}>
          {lines.map((line, index) => {
            // lost pieces are not on the shelf
            const of = line.lost ? undefined : checked[index]
            return (
              <DraftRow
                key={line.key}
                line={line}
                lent={lent.get(line.product.id) ?? NOTHING_LENT}
                hasPieces={withPieces.has(line.product.id)}
                drag={markOf(line.key)}
                decimals={decimals}
                cost={costOf(line)}
                stock={of?.stock ?? ZERO_QUANTITY}
                needed={of?.needed ?? ZERO_QUANTITY}
                missing={of?.missing ?? ZERO_QUANTITY}
                contested={of?.contested ?? false}
                discount={discount}
                seesCosts={seesCosts}
                actions={actions}
                t={t}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
