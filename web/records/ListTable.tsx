/** The table of a declared list. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import { addressOf } from '#kernel/entity.ts'
import type { DeclaredList } from '#kernel/records/list.ts'
import type { DataTableProps, RowOf } from '#web/ui/table/data-table-props.ts'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { columnOf } from './columns.ts'

type Declared<C extends QueryContract> = DeclaredList & { readonly list: C }

/** What a page shows of a column otherwise than its declaration says. Keep the object stable. */
type OwnColumns<Row> = Readonly<Record<string, Partial<Column<Row>>>>

export type ListTableProps<C extends QueryContract> = Omit<
  DataTableProps<C>,
  'name' | 'list' | 'count' | 'sums' | 'columns' | 'rowKey' | 'pageSize'
> & {
  declared: Declared<C>
  own?: OwnColumns<RowOf<C>>
  /** The columns to show, if not all. Keep the list stable. */
  only?: readonly string[]
  /** The name of the table, if the list has two. */
  name?: string
}

/** Shows a list as it is declared. Every property of a DataTable may be given beside it. */
export function ListTable<C extends QueryContract>({ declared, own, only, ...props }: ListTableProps<C>) {
  const { name, feature, words = 'column', columns, list, count, sums, size, page } = declared
  const { t } = useTranslation(feature)
  const shown = useMemo(
    () =>
      (only ?? Object.keys(columns)).flatMap((key) => {
        const field = columns[key]
        if (!field) return []
        return { ...columnOf<RowOf<C>>(t, key, field, field.options.word ?? `${words}.${key}`), ...own?.[key] }
      }),
    [t, columns, words, own, only],
  )
  const idOf = (row: RowOf<C>) => (row as { readonly id: number }).id
  return (
    <DataTable
      name={name}
      list={list}
      count={count}
      {...(sums && { sums })}
      columns={shown}
      rowKey={idOf}
      pageSize={size}
      {...(page !== undefined && !props.onOpen && { open: (row: RowOf<C>) => addressOf({ page }, idOf(row)) })}
      {...props}
    />
  )
}
