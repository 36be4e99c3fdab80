import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InputOf, MOST_COUNTED, type OutputOf, type QueryContract } from '#kernel/contract.ts'
import { useGo } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { signOutOfFailedPage } from '#web/session.ts'
import { fitToContract } from '#web/ui/form/fit-to-contract.ts'
import { endsSession } from '#web/ui/problems.ts'
import { say } from '#web/ui/say.tsx'
import { EmptyState, ErrorState, RefusalText } from '#web/ui/states.tsx'
import styles from '#web/ui/table/table.module.css'
import type { Column } from '#web/ui/table/table-columns.ts'
import { useTableLayout } from '#web/ui/table/table-layout.ts'
import {
  type ChangeState,
  filterInput,
  type TableState,
  useAddressState,
  useMemoryState,
} from '#web/ui/table/table-state.ts'
import { type AllRows, TableBulk, useAllRows } from '#web/ui/table/TableBulk.tsx'
import { TableFooter } from '#web/ui/table/TableFooter.tsx'
import { TableHead } from '#web/ui/table/TableHead.tsx'
import { TableRows, TableSkeleton } from '#web/ui/table/TableRows.tsx'
import { TableToolbar } from '#web/ui/table/TableToolbar.tsx'

/** A row of a list contract. */
export type RowOf<C extends QueryContract> = OutputOf<C> extends { rows: readonly (infer Row)[] } ? Row : never

export type DataTableProps<C extends QueryContract> = {
  /** The name under which the person's columns are stored. */
  name: string
  /** The accessible name of the table. */
  label: string
  /** A query made with listInput and listOutput. */
  list: C
  /** Its count. It is read separately, so that the rows never wait for it. */
  count?: QueryContract
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => number
  /** The topics of the list, for live updates. */
  topics?: readonly string[]
  /** Filters set by the page itself (status buttons, the customer of this page). */
  fixed?: Readonly<Record<string, unknown>>
  /** The number of rows on a page of the server. 150 if left out. */
  pageSize?: number
  /** The address of a row. A press, Enter or a new tab opens it. */
  open?: (row: RowOf<C>) => string
  /** Called when a row is chosen, in pickers and dialogs. It replaces `open`. */
  onOpen?: (row: RowOf<C>) => void
  /** Which rows can be ticked. */
  selectable?: boolean | ((row: RowOf<C>) => boolean)
  /** The actions for the ticked rows. `all` stands for every matching row, after the person has selected them all. */
  bulk?: (rows: RowOf<C>[], clear: () => void, all: AllRows | null) => ReactNode
  /**
   * A query for the ids of all matching rows, with the filters of the list. With it the person can select every
   * matching row.
   */
  ids?: QueryContract
  /** Filters that ticked rows must fulfil, if not every matching row can be ticked. Keep the object stable. */
  takes?: Readonly<Record<string, unknown>>
  /** Shown before the search box, such as status buttons. */
  toolbar?: ReactNode
  /** 'address' for pages, 'memory' for dialogs, drawers and second tables. */
  keep?: 'address' | 'memory'
  /** The prefix of the table's parameters in the address, if a page has two tables. */
  prefix?: string
  /** `nothingFound` replaces the default text when a search or filter finds no row. */
  empty?: { title?: string; hint?: ReactNode; action?: ReactNode; nothingFound?: string }
  /**
   * A CSS height. If left out, the table fills the window. `none` lets the page scroll, and `fill` takes the height of
   * the parent.
   */
  height?: string
  /** Uses little space around the tools, for small places. */
  compact?: boolean
  /** Marks a row that needs attention. */
  tone?: (row: RowOf<C>) => 'danger' | 'warning' | undefined
  /** Names the fields that the search reads, as the placeholder and description of the search box. */
  searches?: string
  /** Hides the search box, for lists that are always short. */
  plain?: boolean
  /** Returns the rows to show while the server is unreachable, from the device. Keep it stable. */
  standIn?: {
    list: (input: InputOf<C>) => Promise<OutputOf<C> | null>
    count: (input: InputOf<C>) => Promise<{ count: number } | null>
  }
  /** A 400, 401 or 403 of the server ends the session (C-45: customers, products, orders). Other failures never do. */
  signOutWhenRefused?: boolean
}

/** The table of all lists: the server splits, searches, filters and sorts. It works by mouse, touch and keyboard. */
export function DataTable<C extends QueryContract>(props: DataTableProps<C>) {
  return props.keep === 'memory' ? <MemoryTable {...props} /> : <AddressTable {...props} />
}

function AddressTable<C extends QueryContract>(props: DataTableProps<C>) {
  const [state, change] = useAddressState(props.columns, props.prefix)
  return <Table {...props} state={state} change={change} />
}

function MemoryTable<C extends QueryContract>(props: DataTableProps<C>) {
  const [state, change] = useMemoryState()
  return <Table {...props} state={state} change={change} />
}

type TableProps<C extends QueryContract> = DataTableProps<C> & { state: TableState; change: ChangeState }

function Table<C extends QueryContract>({ state, change, ...props }: TableProps<C>) {
  type Row = RowOf<C>
  const { t } = useTranslation('frame')
  const go = useGo()
  const client = useQueryClient()
  const { layout, visible, change: changeLayout, reset: resetLayout } = useTableLayout<Row>(props.name, props.columns)
  const body = useRef<HTMLTableSectionElement>(null)

  const input = useMemo(() => {
    const wanted = {
      search: state.search,
      filters: { ...filterInput(props.columns, state.filters), ...props.fixed },
      ...(state.sort === undefined ? {} : { sort: state.sort, descending: state.descending }),
      page: state.page,
    }
    return fitToContract(props.list, wanted as InputOf<C>) as typeof wanted
  }, [state, props.fixed, props.columns, props.list])
  const {
    page: _page,
    sort: _sort,
    descending: _descending,
    ...counted
  } = input as typeof input & { sort?: string; descending?: boolean }
  const topics = { ...(props.topics ? { topics: props.topics } : {}), withoutSignIn: props.signOutWhenRefused ?? false }
  const { standIn } = props
  const answer = useAsk(props.list, input as InputOf<C>, {
    ...topics,
    keepPrevious: true,
    standIn: standIn && (() => standIn.list(input as InputOf<C>)),
  })
  const count = useAsk(props.count ?? props.list, counted as InputOf<QueryContract>, {
    ...topics,
    standIn: standIn && (() => standIn.count(counted as InputOf<C>)),
    enabled: props.count !== undefined,
  })
  const strict = props.signOutWhenRefused ?? false
  useEffect(() => {
    if (strict && endsSession(answer.error)) void signOutOfFailedPage(answer.error)
  }, [strict, answer.error])
  const data = answer.data as { rows: Row[]; more: boolean } | undefined
  const rows = data?.rows ?? NO_ROWS
  // A short list may return its count together with its rows.
  const total = ((props.count ? count.data : data) as { count?: number } | undefined)?.count

  const taken = props.takes ? { ...counted, filters: { ...counted.filters, ...props.takes } } : counted
  const fetchIds = useAllRows(props.ids, taken)
  // Ticks belong to the shown rows: another page or filter starts without ticks. `all` is the number of rows after all
  // matching rows were selected.
  const [ticked, setTicked] = useState<{ of: unknown; keys: ReadonlySet<number>; all?: number | undefined }>({
    of: null,
    keys: NOTHING,
  })
  const stateKey = JSON.stringify(input)
  const keys = ticked.of === stateKey ? ticked.keys : NOTHING
  const tickable =
    props.selectable === undefined || props.selectable === false
      ? null
      : props.selectable === true
        ? ALWAYS
        : props.selectable
  const setKeys = (next: ReadonlySet<number>) => setTicked({ of: stateKey, keys: next })
  const chosen = keys.size === 0 ? (NO_ROWS as Row[]) : rows.filter((row) => keys.has(props.rowKey(row)))

  const allTicked = chosen.length > 0 && chosen.length === rows.filter((row) => tickable?.(row)).length
  const allTaken = allTicked && ticked.of === stateKey ? ticked.all : undefined
  const takenCount = useAsk(props.count ?? props.list, taken as InputOf<QueryContract>, {
    ...topics,
    enabled: props.takes !== undefined && props.count !== undefined && allTicked,
  })
  const tickableTotal = props.takes ? (takenCount.data as { count: number } | undefined)?.count : total

  const takeAll = async (all: boolean) => {
    const take = (count: number | undefined) => setTicked({ of: stateKey, keys, all: count })
    if (!all || tickableTotal === undefined || tickableTotal <= MOST_COUNTED)
      return take(all ? tickableTotal : undefined)
    // Beyond the counting limit only the returned ids give the exact number.
    await fetchIds?.().then(
      ({ ids }) => take(ids.length),
      (error: unknown) => say.failed(error),
    )
  }

  const settleSearch = useRef<() => void>(() => undefined)
  const leave = (row: Row) => {
    // The back button must return to the search, even if the row was pressed before the typing had settled.
    settleSearch.current()
    go(props.open?.(row) ?? '')
  }
  const openRow = props.onOpen ?? (props.open ? leave : undefined)
  const stale = answer.isPlaceholderData
  // After a new filter the visible rows are drawn first and the others afterwards. A live update of the same rows draws
  // all at once, so that the scroll position stays.
  const answered = useRef(stateKey)
  if (!stale) answered.current = stateKey
  const drawn = useDeferredValue(answered.current) === answered.current ? rows : rows.slice(0, FIRST_ROWS)

  return (
    <div
      className={styles.table}
      data-dense={layout.dense || undefined}
      data-compact={props.compact || undefined}
      data-fill={props.height === 'fill' || undefined}
      style={props.height === undefined ? undefined : { maxHeight: 'none' }}
    >
      <TableToolbar
        name={props.name}
        label={props.label}
        list={props.list}
        input={input}
        columns={props.columns}
        visible={visible}
        state={state}
        change={change}
        layout={layout}
        changeLayout={changeLayout}
        resetLayout={resetLayout}
        refresh={() => void client.invalidateQueries({ queryKey: [props.list.name] })}
        refreshing={answer.isFetching}
        plain={props.plain ?? false}
        searches={props.searches}
        focusRows={() => body.current?.querySelector<HTMLElement>('tr')?.focus()}
        settleSearch={settleSearch}
      >
        {props.toolbar}
      </TableToolbar>
      {chosen.length > 0 && props.bulk ? (
        <TableBulk
          count={chosen.length}
          // Offered if all rows of the page are ticked and more rows match.
          total={
            allTicked && fetchIds && tickableTotal !== undefined && tickableTotal > chosen.length ? tickableTotal : null
          }
          taken={allTaken}
          takeAll={(all) => void takeAll(all)}
        >
          {props.bulk(
            chosen,
            () => setKeys(NOTHING),
            allTaken !== undefined && fetchIds ? { count: allTaken, ids: fetchIds } : null,
          )}
        </TableBulk>
      ) : null}
      {answer.error && data ? <RefusalText error={answer.error} retry={() => void answer.refetch()} /> : null}
      <div
        className={styles.scroll}
        style={props.height === undefined || props.height === 'fill' ? undefined : { maxHeight: props.height }}
        aria-busy={answer.isFetching}
      >
        <div className={styles.progress} data-busy={answer.isFetching || undefined} aria-hidden />
        <table
          role="grid"
          aria-label={props.label}
          aria-rowcount={total === undefined || total > MOST_COUNTED ? -1 : total}
        >
          <TableHead
            columns={visible}
            state={state}
            change={change}
            filtersOpen={layout.filtersOpen}
            tickable={tickable !== null}
            allTicked={allTicked}
            tickAll={(on) => setKeys(on ? new Set(rows.filter((row) => tickable?.(row)).map(props.rowKey)) : NOTHING)}
          />
          {data ? (
            <TableRows
              ref={body}
              rows={drawn}
              columns={visible}
              rowKey={props.rowKey}
              href={props.open}
              openRow={openRow}
              tickable={tickable}
              ticked={keys}
              tick={(key, on) => {
                const next = new Set(keys)
                if (on) next.add(key)
                else next.delete(key)
                setKeys(next)
              }}
              tone={props.tone}
              stale={stale}
            />
          ) : answer.error ? null : (
            <TableSkeleton columns={visible.length + (tickable ? 1 : 0)} />
          )}
        </table>
        {answer.error && !data ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : null}
        {data && rows.length === 0 ? (
          <EmptyState
            title={
              isNarrowed(state)
                ? (props.empty?.nothingFound ?? t('table.nothing-found'))
                : (props.empty?.title ?? t('table.empty'))
            }
            hint={isNarrowed(state) ? t('table.nothing-found-hint') : props.empty?.hint}
            action={isNarrowed(state) ? undefined : props.empty?.action}
          />
        ) : null}
      </div>
      <TableFooter
        page={state.page}
        pageSize={props.pageSize ?? 150}
        shown={rows.length}
        more={data?.more ?? false}
        total={total}
        turn={(page) => {
          change({ page })
          body.current?.closest(`.${styles.scroll}`)?.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

/** More rows than any window shows. */
const FIRST_ROWS = 45
const NO_ROWS: never[] = []
const NOTHING: ReadonlySet<number> = new Set()
const ALWAYS = () => true

const isNarrowed = (state: TableState): boolean => state.search !== '' || Object.keys(state.filters).length > 0
