import { Alert, Button, Group } from '@mantine/core'
import { PackageSearch, TriangleAlert } from '#web/ui/icon/icons.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showQuantity } from '#web/format.ts'
import { useAsk } from '#web/query.ts'
import cards from '#web/ui/table/card-table.module.css'
import { Dialog } from '#web/ui/Overlays.tsx'
import { EmptyState, ErrorState, Loading, RefusalText } from '#web/ui/states.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { QuantityText } from '#web/ui/texts.tsx'
import { type Availability, availabilityOf } from '../domain/availability.ts'
import { stockFigures } from '../domain/contract.ts'
import { MissingMaterialsDialog, type StockDialogProps } from './MissingMaterialsDialog.tsx'
import mark from '#web/ui/mark.module.css'
import styles from './goods.module.css'

/** Shows whether the stock covers the lines of an order: one row for each product, and the materials for the rest. */
export function StockStatusDialog({ opened, onClose, lines, orderId }: StockDialogProps) {
  const { t } = useTranslation('stock')
  const [materials, setMaterials] = useState(false)
  return (
    <>
      <Dialog opened={opened && !materials} onClose={onClose} title={t('check.title')} size={880}>
        <StockStatus lines={lines} orderId={orderId} openMaterials={() => setMaterials(true)} />
      </Dialog>
      <MissingMaterialsDialog
        opened={opened && materials}
        onClose={() => setMaterials(false)}
        lines={lines}
        orderId={orderId}
      />
    </>
  )
}

type Named = { readonly name: string; readonly sku: string; readonly unit: string }

/** The same content without a dialog. */
export function StockStatus({
  lines,
  orderId,
  openMaterials,
}: Pick<StockDialogProps, 'lines' | 'orderId'> & { openMaterials: () => void }) {
  const { t } = useTranslation('stock')
  const productIds = [...new Set(lines.map((line) => line.productId))]
  const answer = useAsk(stockFigures, { productIds, exceptOrderId: orderId }, { enabled: productIds.length > 0 })
  if (productIds.length === 0) return <EmptyState title={t('check.no-lines')} />
  if (!answer.data)
    return answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading />
  const figures = new Map(answer.data.rows.map((row) => [row.productId, row]))
  const rows = [...availabilityOf(lines, figures).values()].filter(({ productId }) => !figures.get(productId)?.service)
  const short = rows.filter((row) => row.stockStatus === 'STOCK-FAULT')
  const nameOf = (row: Availability): Named =>
    figures.get(row.productId) ?? { name: t('check.unknown', { id: row.productId }), sku: '', unit: '' }
  return (
    <>
      {answer.error ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      {short.length === 0 ? (
        <p className={`${cards.good} ${styles.lead}`} role="status">
          {t('check.all')}
        </p>
      ) : (
        <ShortProducts rows={short} nameOf={nameOf} />
      )}
      <table className={cards.table}>
        <thead>
          <tr>
            <th scope="col">{t('word.product')}</th>
            <th scope="col" className={cards.end}>
              {t('check.ordered')}
            </th>
            <th scope="col" className={cards.end}>
              {t('check.stock')}
            </th>
            <th scope="col" className={cards.end}>
              {t('word.difference')}
            </th>
            <th scope="col" className={cards.end}>
              {t('word.free')}
            </th>
            <th scope="col">{t('word.status')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StatusRow key={row.productId} row={row} product={nameOf(row)} />
          ))}
        </tbody>
      </table>
      {short.length > 0 ? (
        <Group justify="flex-end" mt="md">
          <Button variant="default" leftSection={<PackageSearch size={16} aria-hidden />} onClick={openMaterials}>
            {t('materials.title')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}

function ShortProducts({ rows, nameOf }: { rows: readonly Availability[]; nameOf: (row: Availability) => Named }) {
  const { t } = useTranslation('stock')
  return (
    <Alert
      color="red"
      variant="light"
      icon={<TriangleAlert size={16} aria-hidden />}
      title={t('check.short', { number: rows.length })}
      mb="md"
    >
      <ul className={styles.shortList}>
        {rows.map((row) => (
          <li key={row.productId}>
            <strong>{nameOf(row).name}</strong>:{' '}
            {t('check.only', {
              stock: showQuantity(row.stock),
              needed: showQuantity(row.needed),
              missing: showQuantity(row.missing),
            })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function StatusRow({ row, product }: { row: Availability; product: Named }) {
  const { t } = useTranslation('stock')
  return (
    <tr>
      <td>
        {product.name}
        {product.sku === '' ? null : <div className={cards.note}>{product.sku}</div>}
        {row.missing > 0 ? (
          <div className={cards.danger}>
            {t('check.missing', { missing: showQuantity(row.missing), stock: showQuantity(row.stock) })}
          </div>
        ) : null}
      </td>
      <td className={cards.end} data-label={t('check.ordered')}>
        <QuantityText value={row.needed} unit={product.unit} />
      </td>
      <td className={cards.end} data-label={t('check.stock')}>
        <QuantityText value={row.stock} flagNegative />
      </td>
      <td className={cards.end} data-label={t('word.difference')}>
        <QuantityText value={row.difference} flagNegative={row.missing > 0} />
      </td>
      <td className={cards.end} data-label={t('word.free')}>
        <QuantityText value={row.free} flagNegative />
      </td>
      <td data-label={t('word.status')}>
        <span className={styles.badges}>
          <StatusBadge status={row.stockStatus} />
          {row.contested ? (
            <span className={mark.mark} data-tone="warning" title={t('check.contested-hint')}>
              {t('check.contested')}
            </span>
          ) : null}
        </span>
      </td>
    </tr>
  )
}
