import type { TFunction } from 'i18next'
import { X } from '#web/ui/icon/icons.ts'
import { type KeyboardEvent, memo } from 'react'
import { discountFrom, PLACES, type Rate, rate } from '#kernel/money.ts'
import { decimalSign, NOTHING, showMoney, showPrice, showQuantity, showRate, writeDecimal } from '#web/format.ts'
import { amountsOfLine, type DraftLine, type Figure } from '../../domain/invoice-draft.ts'
import { readAmount, readPrice, readRate } from '../../domain/typed-amount.ts'
import { FigureBox } from './FigureBox.tsx'
import notes from '#features/orders/web/line-notes.module.css'
import lines from '#features/orders/web/order-lines.module.css'
import styles from './entry.module.css'

/** The actions of a row. The functions stay the same while the form is open. */
export type EntryActions = {
  /** Takes figures that can be read. */
  readonly figures: (key: number, figures: Partial<Pick<DraftLine, Figure>>) => void
  /** Keeps a figure that cannot be read as it was typed. */
  readonly unread: (key: number, figure: Figure, text: string) => void
  readonly remove: (key: number) => void
  /** Moves the cursor to the next product. */
  readonly next: () => void
}

type Props = {
  line: DraftLine
  zeroVat: boolean
  actions: EntryActions
  /** Given by the parent, because hundreds of rows that each listen for the language are slow. */
  t: TFunction<'purchases'>
}

const nameOf = ({ goods, name }: DraftLine): string => goods?.name ?? name

/** Shows one line of the invoice. It renders again only when its own data changes. */
export const EntryRow = memo(function EntryRow(props: Props) {
  const { line, zeroVat, actions, t } = props
  const { goods } = line
  const { net, vatAmount } = amountsOfLine(line, zeroVat)
  // a product without a known price, until it is typed
  const isUnpriced = line.price === 0 && line.unread?.price !== undefined
  return (
    <tr data-line={line.key}>
      <td className={lines.name}>
        {nameOf(line)}
        <div className={notes.note}>
          {goods === null ? (
            t('line.expense')
          ) : (
            <>
              {[goods.sku, goods.providerSku].filter(Boolean).join(' · ')} <CostNote line={line} t={t} />
            </>
          )}
        </div>
      </td>
      <td className={lines.input} data-label={t('line.quantity')}>
        <LineFigure {...props} figure="quantity" shown={writeDecimal(line.quantity, PLACES.quantity)} />
        <div className={styles.under}>
          {goods === null ? null : t(`unit.${goods.unit}`, { ns: 'frame', defaultValue: goods.unit })}
        </div>
      </td>
      <td className={lines.input} data-label={t('line.price')}>
        <LineFigure {...props} figure="price" shown={writeDecimal(line.price, PLACES.unitPrice, 2)} />
        <Before line={line} t={t} />
      </td>
      <td className={lines.input} data-label={t('line.discount')}>
        <LineFigure
          {...props}
          figure="discount"
          shown={line.discount === 0 ? '' : writeDecimal(line.discount, PLACES.rate)}
        />
      </td>
      <td className={lines.input} data-label={t('line.vat-rate')}>
        {zeroVat ? (
          <div className={styles.forced}>{showRate(0)}</div>
        ) : (
          <LineFigure {...props} figure="vat" shown={writeDecimal(line.vat, PLACES.rate)} />
        )}
      </td>
      <td className={lines.right} data-label={t('line.net')}>
        {isUnpriced ? NOTHING : showMoney(net)}
        <div className={styles.under}>{zeroVat || isUnpriced ? null : showMoney(vatAmount)}</div>
      </td>
      <td className={styles.remove}>
        <button
          type="button"
          className={notes.icon}
          aria-label={t('line.remove', { name: nameOf(line) })}
          onClick={() => actions.remove(line.key)}
        >
          <X size={16} aria-hidden />
        </button>
      </td>
    </tr>
  )
})

type Read = Partial<Pick<DraftLine, Figure>>

const rateOf = (text: string): Rate | null => (text.trim() === '' ? rate(0) : readRate(text, decimalSign()))

/** Reads what a person types into each figure. Null if it cannot be read. */
const READERS: Readonly<Record<Figure, (text: string) => Read | null>> = {
  quantity: (text) => {
    const read = readAmount(text, decimalSign())
    return read && { quantity: read.quantity, ...(read.price === null ? {} : { price: read.price }) }
  },
  price: (text) => {
    const price = readPrice(text, decimalSign())
    return price === null ? null : { price }
  },
  discount: (text) => {
    const discount = rateOf(text)
    return discount === null ? null : { discount }
  },
  vat: (text) => {
    const vat = rateOf(text)
    return vat === null ? null : { vat }
  },
}

/** One figure of the line. Enter goes on to the next product, and Ctrl+Delete removes the line. */
function LineFigure({ line, figure, shown, actions, t }: Props & { figure: Figure; shown: string }) {
  const { key } = line
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && event.ctrlKey) {
      event.preventDefault()
      actions.remove(key)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      actions.next()
    }
  }
  return (
    <FigureBox
      label={t('line.of', { figure: t(`line.${figure === 'vat' ? 'vat-rate' : figure}`), name: nameOf(line) })}
      data-figure={`${figure}-${key}`}
      shown={shown}
      unread={line.unread?.[figure]}
      problem={t('line.unread')}
      take={(text) => {
        const read = READERS[figure](text)
        if (read === null) actions.unread(key, figure, text)
        else actions.figures(key, read)
        return read !== null
      }}
      onKeyDown={keys}
    />
  )
}

/** The stock, and that the cost cannot be set where it follows from the materials. */
function CostNote({ line: { goods }, t }: Pick<Props, 'line' | 't'>) {
  if (goods === null) return null
  return (
    <>
      {goods.service ? null : `${t('line.stock')} ${showQuantity(goods.stock)}`}
      {goods.costComputed ? ` · ${t('line.computed')}` : null}
    </>
  )
}

/** The cost until now, and by how much the new one differs. */
function Before({ line, t }: Pick<Props, 'line' | 't'>) {
  const { goods } = line
  const { newCost } = amountsOfLine(line, true)
  if (goods === null || goods.cost === null) return <div className={styles.under} />
  const change = discountFrom(goods.cost, newCost)
  const differs = newCost !== goods.cost
  const percent = change === null || !differs ? '' : `${change < 0 ? '+' : '−'}${showRate(Math.abs(change))}`
  return (
    <div className={styles.under} data-dearer={(differs && newCost > goods.cost) || undefined}>
      {line.discount > 0 ? <span>{t('line.net-cost', { cost: showPrice(newCost) })}</span> : null}
      {differs ? <span>{t('line.change', { cost: showPrice(goods.cost), percent })}</span> : null}
    </div>
  )
}
