import { Alert, Checkbox } from '@mantine/core'
import { TriangleAlert } from '#web/ui/icon/icons.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasWholeParts } from '#features/products/domain/product.ts'
import { quantity } from '#kernel/money.ts'
import { QuantityStepper } from '#web/ui/form/QuantityStepper.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import type { Box } from '../../domain/contract.ts'
import { boxAsPacked } from '../../domain/short-pick.ts'
import styles from '../packaging.module.css'
import type { Counting } from './counting.ts'
import { type InBox, isComplete, scansOf } from '../scan/scan.ts'

type BoxLine = Box['lines'][number]

type BoxContentsProps = {
  box: Box
  inBox: InBox
  tick: (place: number, on: boolean) => void
  tickable: boolean
  /** The place of the line that was scanned last, or null. */
  scanned: number | null
  /** The packed quantities while less than ordered is packed, or null. */
  counting: Counting | null
}

/**
 * Lists the products and lent items of an order. A press on a line, or a scan, ticks it off. While less than ordered is
 * packed, each line asks for its quantity instead.
 */
export function BoxContents(props: BoxContentsProps) {
  return (
    <div>
      <Products {...props} />
      <Loans loans={props.counting ? boxAsPacked(props.box, props.counting.short).loans : props.box.loans} />
    </div>
  )
}

function Products({ box, inBox, tick, tickable, scanned, counting }: BoxContentsProps) {
  const { t } = useTranslation('packaging')
  const complete = box.lines.filter((_, place) => isComplete(box, inBox, place)).length
  return (
    <table className={styles.box}>
      <caption>
        {t('box.products')}
        {tickable && box.lines.length > 0 ? (
          <span className="figures">{t('box.checked', { checked: complete, all: box.lines.length })}</span>
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
        {box.lines.map((line, place) => (
          <ProductRow
            key={place}
            line={line}
            inBox={inBox.get(place) ?? 0}
            tick={tickable ? (on) => tick(place, on) : null}
            scanned={place === scanned}
            packed={
              counting && (
                <QuantityStepper
                  label={t('short.packed-of', { name: line.name })}
                  value={counting.packed[place] ?? null}
                  most={line.quantity}
                  whole={hasWholeParts(line.unit, quantity(line.quantity))}
                  onChange={(count) => counting.set(place, count)}
                />
              )
            }
          />
        ))}
        {box.lines.length > 0 ? null : (
          <tr>
            <td colSpan={3}>
              <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} role="alert">
                {t('box.invalid')}
              </Alert>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

type ProductRowProps = {
  line: BoxLine
  /** The number of scans of this line so far. */
  inBox: number
  /** Ticks the line off or on. Null if the box may only be read. */
  tick: ((on: boolean) => void) | null
  /** True for the line that was scanned last. It is scrolled into view. */
  scanned: boolean
  /** The field for the packed quantity, or null. */
  packed: ReactNode
}

function ProductRow({ line, inBox, tick, scanned, packed }: ProductRowProps) {
  const { t } = useTranslation('packaging')
  const unitOf = useUnits()
  const scans = scansOf(line)
  const count = Math.min(inBox, scans)
  const whole = count === scans
  const begun = count > 0 && !whole
  return (
    <tr
      ref={scanned ? bringIntoView : undefined}
      data-checked={(tick !== null && whole) || undefined}
      data-begun={(tick !== null && begun) || undefined}
    >
      <td>
        {tick === null ? (
          line.name
        ) : (
          <Checkbox
            size="lg"
            label={begun ? `${line.name} · ${t('box.counted', { count, of: scans })}` : line.name}
            checked={whole}
            indeterminate={begun}
            onChange={(event) => tick(event.currentTarget.checked)}
            classNames={{ root: styles.tick, body: styles.tickBody, labelWrapper: styles.tickLabel }}
          />
        )}
        {line.note ? <div className={styles.lineNote}>{line.note}</div> : null}
        {packed}
      </td>
      <td>{line.sku}</td>
      <td>
        <QuantityText value={line.quantity} unit={unitOf(line.unit)} />
      </td>
    </tr>
  )
}

/** Lists the items that are lent with the order. Shows nothing if there are none. */
function Loans({ loans }: { loans: Box['loans'] }) {
  const { t } = useTranslation('packaging')
  const unitOf = useUnits()
  if (loans.length === 0) return null
  return (
    <table className={styles.box}>
      <caption>{t('box.loans')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('box.lent')}</th>
          <th scope="col">{t('box.quantity')}</th>
        </tr>
      </thead>
      <tbody>
        {loans.map((loan, place) => (
          <tr key={place}>
            <td>{loan.name}</td>
            <td>
              <QuantityText value={loan.quantity} unit={unitOf(loan.unit)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Returns a function that translates a unit; an unknown unit stays as it is stored. */
function useUnits() {
  const { t } = useTranslation('products')
  return (unit: string) => t(`unit.${unit}`, { defaultValue: unit })
}

const bringIntoView = (row: HTMLTableRowElement | null) => row?.scrollIntoView({ block: 'nearest' })
