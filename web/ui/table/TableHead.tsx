import { lazyPart } from '#web/lazy-part.tsx'
import { ArrowDown, ArrowUp } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import styles from '#web/ui/table/table-head.module.css'
import tick from '#web/ui/table/table-tick.module.css'
import { sayAloud } from '#web/ui/say-aloud.ts'
import { type Column, filterOf, isRight } from '#web/ui/table/table-columns.ts'
import { type ChangeState, filteredBy, type TableState } from '#web/ui/table/table-state.ts'

const ColumnFilterField = lazyPart(async () => ({
  default: (await import('#web/ui/table/filters/TableFilters.tsx')).ColumnFilterField,
}))

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
function nextSort(state: TableState, key: string): Pick<TableState, 'sort' | 'descending'> {
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
      <tr role="row" aria-rowindex={1} className={styles.titles}>
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
        {columns.map((column) => (
          <TitleCell key={column.key} column={column as Column<unknown>} state={state} change={change} />
        ))}
      </tr>
      {filtersOpen ? (
        <FilterRow columns={columns as readonly Column<unknown>[]} state={state} change={change} tickable={tickable} />
      ) : null}
    </thead>
  )
}

type Sorting = { state: TableState; change: ChangeState }

const directionOf = (state: Pick<TableState, 'sort' | 'descending'>, key: string) =>
  state.sort !== key ? 'none' : state.descending ? 'descending' : 'ascending'

/** The title of a column. A click sorts by it, if it can be sorted, and a screen reader hears how. */
function TitleCell({ column, state, change }: Sorting & { column: Column<unknown> }) {
  const { t } = useTranslation('frame')
  const className = isRight(column) ? styles.right : undefined
  if (!column.sortable)
    return (
      <th role="columnheader" scope="col" className={className} data-from={column.from}>
        {column.header}
      </th>
    )
  const direction = directionOf(state, column.key)
  const sort = () => {
    change((newest) => nextSort(newest, column.key))
    const sorted = directionOf(nextSort(state, column.key), column.key)
    sayAloud(t(`table.sorted-${sorted}`, { column: column.header }))
  }
  return (
    <th role="columnheader" scope="col" className={className} data-from={column.from} aria-sort={direction}>
      <button type="button" onClick={sort}>
        {column.header}
        {direction === 'ascending' ? <ArrowUp size={14} aria-hidden /> : null}
        {direction === 'descending' ? <ArrowDown size={14} aria-hidden /> : null}
      </button>
    </th>
  )
}

function FilterRow({
  columns,
  state,
  change,
  tickable,
}: Sorting & { columns: readonly Column<unknown>[]; tickable: boolean }) {
  return (
    <tr role="row" className={styles.filters} data-kept>
      {tickable ? <td role="gridcell" aria-hidden /> : null}
      {columns.map((column) => {
        const filter = filterOf(column)
        return (
          <td
            key={column.key}
            role="gridcell"
            data-from={column.from}
            data-filter={filter === null ? undefined : column.header}
          >
            {filter === null ? null : (
              <ColumnFilterField
                column={column}
                filter={filter}
                value={state.filters[column.key]}
                setValue={(value) => change((newest) => filteredBy(newest, column.key, value))}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
