import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { Plus } from '#web/ui/icon/icons.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '#kernel/records/fields.ts'
import { NOTHING } from '#web/format.ts'
import { PageLink, useSearchTexts } from '#web/navigation.tsx'
import { columnOf } from '#web/records/columns.ts'
import { useMay } from '#web/session.ts'
import type { RowOf } from '#web/ui/table/data-table-props.ts'
import { Thumb } from '#web/ui/photo/Thumb.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { countProducts, listProducts, PRODUCTS_PAGE, sumProducts } from '../domain/contract.ts'
import { LISTED_FIELDS } from '../domain/fields.ts'
import { productsRights } from '../domain/rights.ts'
import { shownCode } from '../domain/codes/cn-code.ts'
import type { ProductMark } from '../domain/marks.ts'
import { CodeProblemText } from './codes/CodeProblemText.tsx'
import { figureColumns, marksIn, marksOf, unitOf } from './list/figure-columns.tsx'
import { MarkStrip } from './list/MarkStrip.tsx'
import { productIds } from '../domain/many/contract.ts'
import { useManyProducts } from './many/bulk.tsx'
import styles from './products.module.css'

type ProductRow = RowOf<typeof listProducts>

const rowKey = (row: ProductRow): number => row.id
const open = (row: ProductRow): string => `/product-overview/${row.id}`

/**
 * Returns the columns of which the page says more than their declaration. The figures of the stock take their room while the list is asked for
 * marks, and so does how often goods left the house while it is asked for those without a code.
 */
function ownColumns(t: TFunction<'products'>, seesCosts: boolean, marks: readonly ProductMark[]): Column<ProductRow>[] {
  const asked = marks.length > 0
  const coded = marks.includes('withoutCode')
  const rarer = asked ? 1360 : 980
  const declared = (name: keyof typeof LISTED_FIELDS, own: Partial<Column<ProductRow>> = {}) => ({
    ...columnOf<ProductRow>(t, name, LISTED_FIELDS[name], `column.${name}`),
    ...own,
  })
  return [
    { key: 'id', header: t('column.id'), sortable: true, filter: 'text', card: 'none', from: asked ? 1120 : 760 },
    declared('sku'),
    declared('name', {
      cell: ({ name, photo }) => (
        <span className={styles.named}>
          <Thumb photo={photo} size={20} />
          <span>{name}</span>
        </span>
      ),
      width: 240,
      card: 'title',
    }),
    declared('category', { from: asked ? 1360 : 760 }),
    ...codeColumns(t, coded),
    declared('vatClass', { card: 'none', from: 1360 }),
    ...(seesCosts ? [declared('costPrice', { from: asked ? 1360 : 900 })] : []),
    { key: 'stock', header: t('column.stock'), kind: 'quantity', sortable: true, sum: true, unit: unitOf },
    declared('salesPrice', { card: 'end', ...(asked ? { from: 1120 } : {}) }),
    declared('unit', { from: 980 }),
    declared('usageType', { from: rarer }),
  ]
}

/** Returns the columns of the list, in their order: those of fields that have nothing of their own stand before the figures of the stock. */
function columnsOf(t: TFunction<'products'>, seesCosts: boolean, marks: readonly ProductMark[]): Column<ProductRow>[] {
  const own = ownColumns(t, seesCosts, marks)
  const others = Object.entries<Field>(LISTED_FIELDS).filter(
    ([name, field]) => (seesCosts || field.options.readRight === undefined) && !own.some(({ key }) => key === name),
  )
  return [
    ...own,
    ...others.map(([name, field]) => columnOf<ProductRow>(t, name, field, `field.${name}`)),
    ...figureColumns<ProductRow>(seesCosts, { asked: marks.length > 0 }),
  ]
}

/** Returns the column of the code of goods. If the list is asked for goods without one, it is in sight, and so is how often they left. */
function codeColumns(t: TFunction<'products'>, asked: boolean): Column<ProductRow>[] {
  const code: Column<ProductRow> = {
    key: 'cnCode',
    header: t('column.cnCode'),
    value: ({ cnCode }) => (cnCode === null ? '' : shownCode(cnCode)),
    cell: ({ cnCode, codeProblem }) => (
      <>
        {cnCode === null ? NOTHING : shownCode(cnCode)}
        {cnCode === null || codeProblem === null ? null : <CodeProblemText problem={codeProblem} />}
      </>
    ),
    sortable: true,
    filter: true,
    ...(asked ? {} : { card: 'none', from: 1360 }),
  }
  const timesLeft: Column<ProductRow> = {
    key: 'timesLeft',
    header: t('column.timesLeft'),
    kind: 'number',
    sortable: true,
  }
  return asked ? [code, timesLeft] : [code]
}

/** Lists all products and materials with price and stock. A row opens the product overview. */
export default function ProductsPage() {
  const { t } = useTranslation('products')
  const seesCosts = useMay(productsRights.cost)
  const mayWrite = useMay(productsRights.write)
  const asked = marksIn(useSearchTexts()[0]).join(',')
  const columns = useMemo(() => columnsOf(t, seesCosts, marksOf(asked)), [t, seesCosts, asked])
  const many = useManyProducts()
  const create = mayWrite ? (
    <Button component={PageLink} to="/createproduct" leftSection={<Plus size={16} aria-hidden />}>
      {t('title.create')}
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title={t('title.list')} primary={create} />
      <MarkStrip />
      <div className={styles.list}>
        <DataTable
          name="products"
          label={t('title.list')}
          list={listProducts}
          count={countProducts}
          sums={sumProducts}
          columns={columns}
          rowKey={rowKey}
          open={open}
          pageSize={PRODUCTS_PAGE}
          tone={tone}
          ids={productIds}
          {...many}
          signOutWhenRefused
          empty={{ title: t('list.empty'), action: create }}
        />
      </div>
    </>
  )
}

const tone = (row: ProductRow) => (row.stock < 0 ? ('danger' as const) : undefined)
