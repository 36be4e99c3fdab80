import { Text } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { priceDecimals } from '#kernel/money.ts'
import mark from '#web/ui/mark.module.css'
import shortTable from '#web/ui/table/short-table.module.css'
import { PriceText, RateText } from '#web/ui/texts.tsx'
import type { PricedRow } from '../../domain/many/contract.ts'
import { isChanged } from '../../domain/many/new-price.ts'
import styles from './many.module.css'

type Props = { rows: readonly PricedRow[]; both: boolean }

/** Lists the products with the old and the new price, and the margin before and after for people who see costs. */
export const PriceTable = memo(function PriceTable({ rows, both }: Props) {
  const { t } = useTranslation('products')
  const decimals = priceDecimals(rows.flatMap(({ lines }) => lines.flatMap(({ old, price }) => [old, price])))
  const seesCosts = rows.some(({ lines }) => lines.some(({ oldMargin }) => oldMargin !== null))
  return (
    <div
      className={`${shortTable.scroll} ${shortTable.limited}`}
      role="group"
      tabIndex={0}
      aria-label={t('many-prices.open')}
    >
      <table className={`${shortTable.list} ${shortTable.named} ${styles.prices}`}>
        <thead>
          <tr>
            <th scope="col">{t('word.product')}</th>
            <th scope="col" className={shortTable.end}>
              {t('word.price')}
            </th>
            {seesCosts ? (
              <th scope="col" className={shortTable.end}>
                {t('word.margin')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            row.lines.map((line, place) => (
              <tr key={`${row.id} ${line.which}`}>
                {place === 0 ? (
                  <th scope="row" rowSpan={row.lines.length}>
                    {row.name}
                    {row.sku === '' ? null : <small>{row.sku}</small>}
                  </th>
                ) : null}
                <PriceCell line={line} both={both} decimals={decimals} />
                {seesCosts ? <MarginCell line={line} /> : null}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  )
})

type Line = PricedRow['lines'][number]

function PriceCell({ line, both, decimals }: { line: Line; both: boolean; decimals: number }) {
  const { t } = useTranslation('products')
  const { which, old, price, stays } = line
  return (
    <td className={shortTable.end}>
      {both ? <small>{t(`field.${which}`)}</small> : null}
      {stays === 'no-price' ? null : isChanged(line) ? (
        <>
          <s>
            <PriceText value={old} decimals={decimals} />
          </s>{' '}
          <span aria-hidden>→</span>{' '}
          <strong>
            <PriceText value={price} decimals={decimals} />
          </strong>
        </>
      ) : (
        <PriceText value={old} decimals={decimals} />
      )}
      {stays === null ? null : (
        <Text size="xs" c="dimmed" className={styles.why ?? ''}>
          {t(`many-prices.stays.${stays}`)}
        </Text>
      )}
    </td>
  )
}

function MarginCell({ line }: { line: Line }) {
  const { t } = useTranslation('products')
  const { oldMargin, margin, isBelow } = line
  return (
    <td className={shortTable.end}>
      {oldMargin === margin ? null : (
        <>
          <RateText value={oldMargin} /> <span aria-hidden>→</span>{' '}
        </>
      )}
      <RateText value={margin} />
      {isBelow ? (
        <div className={styles.mark}>
          <span className={mark.mark} data-tone="warning">
            {t('many-prices.below')}
          </span>
        </div>
      ) : null}
    </td>
  )
}
