import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import styles from '#web/ui/table/table-head.module.css'
import tick from '#web/ui/table/table-tick.module.css'
import { type Column, filterOf, isRight } from '#web/ui/table/table-columns.ts'
import type { ChangeState, TableState } from '#web/ui/table/table-state.ts'
import { ColumnFilterField } from '#web/ui/table/TableFilters.tsx'

export type TableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  state: TableState
  change: ChangeState
  filtersOpen: boolean
  tickable: boolean
  allTicked: boolean
  tickAll: (on: boolean) => void
}

/** Returns the next sort: ascending, descending, and then the order of the server. */
export function nextSort(state: TableState, key: string): Pick<TableState, 'sort' | 'descending'> {
  if (state.sort !== key) return { sort: key, descending: false }
  return state.descending ? { sort: undefined, descending: false } : { sort: key, descending: true }
}

/** The column titles, which sort, and the filters below them. */
export function TableHead<Row>({
  columns,
  state,
  change,
  filtersOpen,
  tickable,
  allTicked,
  tickAll,
}: TableHeadProps<Row>) {
  const { t } = useTranslation('frame')
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row" className={styles.titles}>
        {tickable ? (
          <th role="columnheader" scope="col" className={tick.tick}>
            <input
              type="checkbox"
              checked={allTicked}
              aria-label={t('table.select-all')}
              onChange={(event) => tickAll(event.currentTarget.checked)}
            />
          </th>
        ) : null}
        {columns.map((column) => {
          const sorted = state.sort === column.key
          return (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={isRight(column) ? styles.right : undefined}
              aria-sort={
                column.sortable ? (sorted ? (state.descending ? 'descending' : 'ascending') : 'none') : undefined
              }
            >
              {column.sortable ? (
                <button type="button" onClick={() => change(nextSort(state, column.key))}>
                  {column.header}
                  {sorted ? (
                    state.descending ? (
                      <ArrowDown size={13} aria-hidden />
                    ) : (
                      <ArrowUp size={13} aria-hidden />
                    )
                  ) : null}
                </button>
              ) : (
                column.header
              )}
            </th>
          )
        })}
      </tr>
      {filtersOpen ? (
        <tr role="row" className={styles.filters}>
          {tickable ? <td role="gridcell" aria-hidden /> : null}
          {columns.map((column) => {
            const filter = filterOf(column)
            return (
              <td key={column.key} role="gridcell">
                {filter === null ? null : (
                  <ColumnFilterField
                    column={column as Column<unknown>}
                    filter={filter}
                    value={state.filters[column.key]}
                    setValue={(value) => {
                      const { [column.key]: _old, ...others } = state.filters
                      change({ filters: value === undefined ? others : { ...others, [column.key]: value } })
                    }}
                  />
                )}
              </td>
            )
          })}
        </tr>
      ) : null}
    </thead>
  )
}
