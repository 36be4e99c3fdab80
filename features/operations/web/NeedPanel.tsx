import { Switch, Title } from '@mantine/core'
import type { TFunction } from 'i18next'
import { memo, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { QuantityText } from '#web/ui/texts.tsx'
import { NEEDS_PAGE, neededMaterials, neededProducts, type NeedRow } from '../domain/board-contract.ts'
import type { PanelName } from './board-memory.ts'
import styles from './operations.module.css'

const LISTS = { products: neededProducts, materials: neededMaterials } as const
const rowKey = (row: NeedRow) => row.productId
const productPage = (row: NeedRow) => `/product-detail/${row.productId}`
const tone = (row: NeedRow) => (row.short ? 'danger' : undefined)

const columnsOf = (t: TFunction<'operations'>, name: PanelName): Column<NeedRow>[] => [
  {
    key: 'name',
    header: t(name === 'products' ? 'word.product' : 'word.material'),
    sortable: true,
    card: 'title',
    width: 260,
  },
  {
    key: 'needed',
    header: t('need.needed'),
    kind: 'quantity',
    sortable: true,
    cell: (row) => <QuantityText value={row.needed} unit={row.unit} />,
  },
  { key: 'stock', header: t('word.stock'), kind: 'quantity', sortable: true },
  {
    key: 'available',
    header: t(name === 'products' ? 'word.difference' : 'need.available'),
    kind: 'quantity',
    sortable: true,
    cell: (row) => <QuantityText value={row.available} flagNegative />,
  },
  {
    key: 'inProduction',
    header: t('status.PRODUCTION'),
    kind: 'quantity',
    sortable: true,
    value: (row) => (row.inProduction === 0 ? null : row.inProduction),
  },
  { key: 'sku', header: 'SKU', hidden: true },
]

type Props = {
  name: PanelName
  /** The filters of the counted orders. It is the same object as long as its content is the same. */
  orders: Readonly<Record<string, unknown>>
  /** The CSS height of the rows, or `fill`. */
  height: string
}

/**
 * Shows what all orders of the tab need of each product or material, beside the stock. A key in a filter of the order
 * table does not draw it again.
 */
export const NeedPanel = memo(function NeedPanel({ name, orders, height }: Props) {
  const { t } = useTranslation('operations')
  const id = useId()
  const [missing, setMissing] = useState(false)
  const fixed = useMemo(
    () => (name === 'materials' && missing ? { ...orders, missing } : orders),
    [name, orders, missing],
  )
  const columns = useMemo(() => columnsOf(t, name), [t, name])
  // the same query as that of the table before any search or sorting, so that both use one cached answer
  const all = useAsk(LISTS[name], { search: '', filters: fixed, page: 1 }, { keepPrevious: true }).data
  return (
    <section className={styles.need} aria-labelledby={id} data-panel={name} data-fill={height === 'fill' || undefined}>
      <DataTable
        name={`operations-need-${name}`}
        label={t(`panel.${name}`)}
        list={LISTS[name]}
        columns={columns}
        rowKey={rowKey}
        open={productPage}
        fixed={fixed}
        tone={tone}
        keep="memory"
        height={height}
        pageSize={NEEDS_PAGE}
        compact
        toolbar={
          <>
            <Title order={2} id={id} className={styles.needTitle}>
              {t(`panel.${name}`)}
            </Title>
            {all && all.short > 0 ? (
              <span className={styles.shortCount} data-short={all.short}>
                {t('panel.short', { count: all.short })}
              </span>
            ) : null}
            {name === 'materials' ? (
              <Switch
                size="xs"
                label={t('panel.missing-only')}
                description={missing && t('panel.missing-hint')}
                checked={missing}
                onChange={(event) => setMissing(event.currentTarget.checked)}
              />
            ) : null}
          </>
        }
        empty={{
          title: t(`need.no-${name}`),
          hint: name === 'materials' ? t('need.no-materials-hint') : undefined,
        }}
      />
    </section>
  )
})
