import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showCount, showMoment, showQuantity } from '#web/format.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink } from '#web/navigation.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { MoneyText, MomentText, QuantityText } from '#web/ui/texts.tsx'
import shortTable from '#web/ui/table/short-table.module.css'
import type { StockDifference } from '../domain/contract.ts'
import styles from './stock-proof.module.css'

/** The first differences of `total`, each with the first movement or order that does not fit. */
export function Differences({ rows, total }: { rows: readonly StockDifference[]; total: number }) {
  const { t } = useTranslation('stock-proof')
  return (
    <Panel title={t('differences')} flush>
      <Text size="sm" c="dimmed" px="md" py="sm">
        {t('what-now')}
      </Text>
      {rows.length < total ? (
        <Text size="sm" fw={600} px="md" pb="sm">
          {t('some', { shown: showCount(rows.length), total: showCount(total) })}
        </Text>
      ) : null}
      <div className={styles.table}>
        <table className={`${shortTable.list} ${styles.cards}`}>
          <thead>
            <tr>
              <th scope="col">{t('column.product')}</th>
              <th scope="col">{t('column.compared')}</th>
              <th scope="col" className={shortTable.end}>
                {t('column.right')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('column.stored')}
              </th>
              <th scope="col" className={shortTable.end}>
                {t('column.difference')}
              </th>
              <th scope="col">{t('column.first')}</th>
              <th scope="col">{t('column.since')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Difference key={`${row.productId} ${row.kind}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Difference({ row }: { row: StockDifference }) {
  const { t } = useTranslation('stock-proof')
  const mayOpen = useMayOpen('/product-overview/$id')
  const name = [row.name, row.sku].filter(Boolean).join(' · ')
  return (
    <tr>
      <td>
        {mayOpen ? (
          <Anchor component={PageLink} to={`/product-overview/${row.productId}?ledger=1`} size="sm" underline="always">
            {name}
          </Anchor>
        ) : (
          name
        )}
      </td>
      <td>{t(`kind.${row.kind}`)}</td>
      <td className={shortTable.end} data-label={t('column.right')}>
        <Compared row={row} value={row.right} />
      </td>
      <td className={shortTable.end} data-label={t('column.stored')}>
        <Compared row={row} value={row.stored} />
      </td>
      <td className={shortTable.end} data-label={t('column.difference')}>
        <Compared row={row} value={row.stored - row.right} />
      </td>
      <td className={styles.first}>
        <First row={row} />
      </td>
      <td data-label={t('column.since')}>
        <MomentText value={row.since} />
      </td>
    </tr>
  )
}

/** A side of a comparison: money of the value of a stock, and a quantity of all others. */
function Compared({ row: { kind, unit }, value }: { row: StockDifference; value: number }) {
  return kind === 'VALUE' ? <MoneyText value={value} /> : <QuantityText value={value} unit={unit} />
}

/** Names the first movement that does not fit, or the first order. */
function First({ row: { kind, movement, orderId } }: { row: StockDifference }) {
  const { t } = useTranslation('stock-proof')
  return (
    <span>
      {movement ? (
        <>
          {t(`reason.${movement.reason}`, { ns: 'stock' })} {showMoment(movement.at)} · {movement.person}
          {movement.rightBalance === null
            ? null
            : `: ${t('balance', { balance: showQuantity(movement.balance), right: showQuantity(movement.rightBalance) })}`}
        </>
      ) : kind === 'LEDGER' ? (
        t('fits')
      ) : null}
      {movement && orderId !== null ? ' · ' : null}
      {orderId === null ? null : <OrderLink id={orderId} />}
    </span>
  )
}

function OrderLink({ id }: { id: number }) {
  const { t } = useTranslation('stock-proof')
  const mayOpen = useMayOpen('/order-detail/$id')
  const name = t('ledger.order', { ns: 'stock', id })
  if (!mayOpen) return <>{name}</>
  return (
    <Anchor component={PageLink} to={`/order-detail/${id}`} size="sm" underline="always">
      {name}
    </Anchor>
  )
}
