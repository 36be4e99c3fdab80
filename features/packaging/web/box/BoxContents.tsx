import { Alert, Checkbox } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { QuantityText } from '#web/ui/texts.tsx'
import type { Box } from '../../domain/contract.ts'
import styles from '../packaging.module.css'
import { type InBox, isComplete, scansOf } from '../scan/scan.ts'

export type BoxContentsProps = {
  box: Box
  inBox: InBox
  tick: (place: number, on: boolean) => void
  tickable: boolean
  /** The place of the line that was scanned last, or null. */
  scanned: number | null
}

/** Lists the products and lent items of an order. A press on a line, or a scan, ticks it off. */
export function BoxContents({ box, inBox, tick, tickable, scanned }: BoxContentsProps) {
  const { t } = useTranslation('packaging')
  const complete = box.lines.filter((_, place) => isComplete(box, inBox, place)).length
  const unitOf = (unit: string) => t(`unit.${unit}`, { ns: 'products', defaultValue: unit })
  return (
    <div>
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
          {box.lines.map((line, place) => {
            const scans = scansOf(line)
            const count = Math.min(inBox.get(place) ?? 0, scans)
            const whole = count === scans
            const name = count > 0 && !whole ? `${line.name} · ${t('box.counted', { count, of: scans })}` : line.name
            return (
              <tr
                key={place}
                ref={place === scanned ? bringIntoView : undefined}
                data-checked={(tickable && whole) || undefined}
                data-begun={(tickable && count > 0 && !whole) || undefined}
              >
                <td>
                  {tickable ? (
                    <Checkbox
                      size="lg"
                      label={name}
                      checked={whole}
                      indeterminate={count > 0 && !whole}
                      onChange={(event) => tick(place, event.currentTarget.checked)}
                      classNames={{ root: styles.tick, body: styles.tickBody, labelWrapper: styles.tickLabel }}
                    />
                  ) : (
                    line.name
                  )}
                </td>
                <td>{line.sku}</td>
                <td>
                  <QuantityText value={line.quantity} unit={unitOf(line.unit)} />
                </td>
              </tr>
            )
          })}
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
      {box.loans.length === 0 ? null : (
        <table className={styles.box}>
          <caption>{t('box.loans')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('box.lent')}</th>
              <th scope="col">{t('box.quantity')}</th>
            </tr>
          </thead>
          <tbody>
            {box.loans.map((loan, place) => (
              <tr key={place}>
                <td>{loan.name}</td>
                <td>
                  <QuantityText value={loan.quantity} unit={unitOf(loan.unit)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

const bringIntoView = (row: HTMLTableRowElement | null) => row?.scrollIntoView({ block: 'nearest' })
