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
  /** Name under which the person's columns are remembered. */
  name: string
  /** Accessible name of the table. */
  label: string
  /** A query made with listInput and listOutput. */
  list: C
  /** Its count; asked separately, the rows never wait for it. */
  count?: QueryContract
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => number
  /** What the list is about, for live updates. */
  topics?: readonly string[]
  /** Filters set by the page itself (status buttons, the customer of this page). */
  fixed?: Readonly<Record<string, unknown>>
  /** Rows of a page as the server cuts them; 150 unless given. */
  pageSize?: number
  /** Address of a row: press, Enter or a new tab opens it. */
  open?: (row: RowOf<C>) => string
  /** Instead of an address: what choosing a row does (pickers, dialogs). */
  onOpen?: (row: RowOf<C>) => void
  /** Rows that may be ticked. */
  selectable?: boolean | ((row: RowOf<C>) => boolean)
  /** What may be done with the ticked rows; `all` stands for every row that matches, once the person has taken them all. */
  bulk?: (rows: RowOf<C>[], clear: () => void, all: AllRows | null) => ReactNode
  /** Asked with the filters of the list for the numbers of all rows: offers to take every row that matches. */
  ids?: QueryContract
  /** Filters that the rows fulfil which may be ticked, where those are not all that match. Keep it stable. */
  takes?: Readonly<Record<string, unknown>>
  /** Before the search box: status buttons and the like. */
  toolbar?: ReactNode
  /** 'address' (pages) or 'memory' (dialogs, drawers, second tables). */
  keep?: 'address' | 'memory'
  /** Tells two tables of one page apart in the address. */
  prefix?: string
  /** `nothingFound` stands instead of the frame's words when a search or filter leaves no row. */
  empty?: { title?: string; hint?: ReactNode; action?: ReactNode; nothingFound?: string }
  /** CSS height limit; fills the window unless given. `none` lets the page scroll, `fill` takes the height of what it stands in. */
  height?: string
  /** A table in a small place: little room around its tools. */
  compact?: boolean
  /** A row that needs attention. */
  tone?: (row: RowOf<C>) => 'danger' | 'warning' | undefined
  /** What the search looks at, in words; stands in the search box and is its description. */
  searches?: string
  /** No search box: lists that are always short. */
  plain?: boolean
  /** What the list shows when the server cannot be reached, made from what the device has; keep it stable. */
  standIn?: {
    list: (input: InputOf<C>) => Promise<OutputOf<C> | null>
    count: (input: InputOf<C>) => Promise<{ count: number } | null>
  }
  /** The server's 400, 401 or 403 ends the session (ruling C-45: customers, products, orders); other failures never do. */
  signOutWhenRefused?: boolean
}

/** The one table: paged, searched, filtered and sorted by the server, steered by mouse, finger and keyboard. */
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
  // a short list may answer its count with its rows
  const total = ((props.count ? count.data : data) as { count?: number } | undefined)?.count

  const taken = props.takes ? { ...counted, filters: { ...counted.filters, ...props.takes } } : counted
  const fetchIds = useAllRows(props.ids, taken)
  // A tick belongs to what is on screen: another page or filter starts without any.
  // `all` says how many rows were taken, once all that match are.
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
    // beyond what is counted the rows themselves say how many they are
    await fetchIds?.().then(
      ({ ids }) => take(ids.length),
      (error: unknown) => say.failed(error),
    )
  }

  const settleSearch = useRef<() => void>(() => undefined)
  const leave = (row: Row) => {
    // the way back leads to what was searched for, however fast the row was pressed
    settleSearch.current()
    go(props.open?.(row) ?? '')
  }
  const openRow = props.onOpen ?? (props.open ? leave : undefined)
  const stale = answer.isPlaceholderData
  // after a filter the rows in sight are drawn at once and the others behind them; news of the same rows are drawn whole,
  // so that nobody's scroll is lost
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
          // offered when the page is taken whole and is not all there is
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

/** More than any window shows. */
const FIRST_ROWS = 45
const NO_ROWS: never[] = []
const NOTHING: ReadonlySet<number> = new Set()
const ALWAYS = () => true

const isNarrowed = (state: TableState): boolean => state.search !== '' || Object.keys(state.filters).length > 0
