import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  countMaterials,
  listMaterials,
  MATERIALS_PAGE,
  sumMaterials,
} from '#features/products/domain/materials-contract.ts'
import { materialIds } from '#features/products/domain/many/contract.ts'
import { MATERIAL_TYPES, UNITS } from '#features/products/domain/product.ts'
import { productsRights } from '#features/products/domain/rights.ts'
import { figureColumns, marksIn, unitOf } from '#features/products/web/list/figure-columns.tsx'
import { MarkStrip } from '#features/products/web/list/MarkStrip.tsx'
import { useManyProducts } from '#features/products/web/many/bulk.tsx'
import { PageLink, useSearchTexts } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'

type MaterialRow = RowOf<typeof listMaterials>

const rowKey = (row: MaterialRow): number => row.id
const open = (row: MaterialRow): string => `/material-overview/${row.id}`
const tone = (row: MaterialRow) => (row.stock < 0 ? ('danger' as const) : undefined)

function columnsOf(t: TFunction<'stock'>, seesCosts: boolean, asked: boolean): Column<MaterialRow>[] {
  const cost: Column<MaterialRow> = { key: 'costPrice', header: t('material.cost'), kind: 'price', sortable: true }
  return [
    { key: 'name', header: t('word.name'), sortable: true, filter: true, width: 280, card: 'title' },
    { key: 'description', header: t('word.description'), width: 360, from: asked ? 1360 : 760 },
    ...(seesCosts ? [cost] : []),
    {
      key: 'unit',
      header: t('word.unit'),
      value: (row) => t(`unit.${row.unit}`),
      sortable: true,
      filter: { options: UNITS.map((value) => ({ value, label: t(`unit.${value}`) })) },
    },
    {
      key: 'stock',
      header: t('word.stock'),
      kind: 'quantity',
      sortable: true,
      sum: true,
      unit: unitOf,
      card: 'end',
    },
    ...figureColumns<MaterialRow>(seesCosts, { asked, materials: true }),
    {
      key: 'usageType',
      header: t('products:field.usageType'),
      value: (row) => t(`products:usage.${row.usageType}`),
      filter: { many: true, options: MATERIAL_TYPES.map((value) => ({ value, label: t(`products:usage.${value}`) })) },
      hidden: true,
    },
  ]
}

/** Lists the materials, made here or purchased. A row opens the overview of the material. */
export default function MaterialsPage() {
  const { t } = useTranslation('stock')
  const seesCosts = useMay(productsRights.cost)
  const mayWrite = useMay(productsRights.write)
  const asked = marksIn(useSearchTexts()[0]).length > 0
  const columns = useMemo(() => columnsOf(t, seesCosts, asked), [t, seesCosts, asked])
  const many = useManyProducts()
  const create = mayWrite ? (
    <Button component={PageLink} to="/create-material" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create-material')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.materials')} primary={create} />
      <MarkStrip materials />
      <DataTable
        name="materials"
        label={t('title.materials')}
        list={listMaterials}
        count={countMaterials}
        sums={sumMaterials}
        columns={columns}
        rowKey={rowKey}
        open={open}
        pageSize={MATERIALS_PAGE}
        ids={materialIds}
        {...many}
        tone={tone}
        empty={{ title: t('material.none'), action: create }}
      />
    </>
  )
}
