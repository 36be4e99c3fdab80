import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type InputOf, MOST_COUNTED, type QueryContract } from '#kernel/contract.ts'
import { showCount } from '#web/format.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useGo, useSearchTexts } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { EmptyState, ErrorState, QuotedAlert, RefusalText } from '#web/ui/states.tsx'
import { groupsOf } from '#web/ui/table/groups/group-rows.ts'
import { type ReadSums, TableSums, useSums } from '#web/ui/table/groups/TableSums.tsx'
import type { DataTableProps, RowOf } from '#web/ui/table/data-table-props.ts'
import { type Column, sameColumns, subjectFirst } from '#web/ui/table/table-columns.ts'
import styles from '#web/ui/table/table.module.css'
import { useTableData } from '#web/ui/table/table-data.ts'
import { useTableLayout } from '#web/ui/table/table-layout.ts'
import { useTableSelection } from '#web/ui/table/table-selection.ts'
import { type ChangeState, type TableState, useAddressState, useMemoryState } from '#web/ui/table/table-state.ts'
import { type ListPreviewState, useListPreview } from '#web/ui/table/preview/use-list-preview.ts'
import { useKeptRowFocus } from '#web/ui/table/rows/kept-row-focus.ts'
import { focusRow, ROW } from '#web/ui/table/rows/row-events.ts'
import { useReturnToRow } from '#web/ui/table/rows/return-row.ts'
import { markOf, TABLE_VIEWS, type TableViewsProps } from '#web/ui/table/views/table-views.ts'
import { tickedText } from '#web/ui/table/said-of-table.ts'
import { TableBulk } from '#web/ui/table/TableBulk.tsx'
import { TableFooter } from '#web/ui/table/TableFooter.tsx'
import { TableHead, type TableHeadProps } from '#web/ui/table/TableHead.tsx'
import { TableRows, TableSkeleton } from '#web/ui/table/rows/TableRows.tsx'
import { TableToolbar } from '#web/ui/table/TableToolbar.tsx'
import { useSaid } from '#web/ui/said/use-said.ts'

const ListPreview = lazyPart(() => import('#web/ui/table/preview/ListPreview.tsx'))

/** The table of all lists: the server splits, searches, filters and sorts. It works by mouse, touch and keyboard. */
export function DataTable<C extends QueryContract>({ columns, ...others }: DataTableProps<C>) {
  const props = { ...others, columns: useMemo(() => subjectFirst(columns), [columns]) }
  return props.keep === 'memory' ? <MemoryTable {...props} /> : <AddressTable {...props} />
}

function AddressTable<C extends QueryContract>(props: DataTableProps<C>) {
  const [state, change] = useAddressState(props.columns, props.prefix)
  const [texts] = useSearchTexts()
  const view = markOf(texts[`${props.prefix ?? ''}view`])?.id ?? null
  return <Table {...props} state={state} change={change} view={view} />
}

function MemoryTable<C extends QueryContract>(props: DataTableProps<C>) {
  const [state, change] = useMemoryState()
  return <Table {...props} state={state} change={change} view={null} />
}

/** `view` is the number of the open saved view, or null. */
type TableProps<C extends QueryContract> = DataTableProps<C> & {
  state: TableState
  change: ChangeState
  view: number | null
}

/** Puts together the data, the selection and the layout. */
function Table<C extends QueryContract>({ state, change, view, ...props }: TableProps<C>) {
  const data = useTableData(props, state)
  const selection = useTableSelection(props, data)
  const tableLayout = useTableLayout(props.name, props.columns, view, props.sumsAtFirst)
  const { layout, visible, change: changeLayout, reset: resetLayout } = tableLayout
  const views = useViews(props, state, tableLayout)
  const sums = useSums(props, data, layout.sums)
  const body = useRef<HTMLTableSectionElement>(null)
  const settleSearch = useRef<() => void>(() => undefined)
  const { preview, note } = usePreviewedRow(props, data, body, settleSearch, tableLayout)
  const openRow = useOpenRow(props, note)
  useReportShown(props.shown, data)

  return (
    <div
      className={styles.table}
      data-dense={layout.dense || undefined}
      data-compact={props.compact || undefined}
      data-fill={props.height === 'fill' || undefined}
      data-page-table={(props.height === undefined && props.keep !== 'memory') || undefined}
    >
      {views.chips}
      <TableToolbar
        name={props.name}
        label={props.label}
        list={props.list}
        input={data.question}
        columns={props.columns}
        visible={visible}
        state={state}
        change={change}
        layout={layout}
        changeLayout={changeLayout}
        resetLayout={resetLayout}
        refresh={data.refresh}
        refreshing={data.fetching}
        plain={props.plain ?? false}
        searches={props.searches}
        focusRows={() => enterRows(body.current, preview)}
        settleSearch={settleSearch}
        hasSums={props.sums !== undefined}
        saveView={views.saveButton}
        preview={preview}
      >
        {props.toolbar}
      </TableToolbar>
      <Bulk bulk={props.bulk} selection={selection} />
      {data.error && data.loaded ? <RefusalText error={data.error} retry={data.retry} /> : null}
      <RowsAndPreview
        {...props}
        data={data}
        read={sums}
        head={{ columns: visible, state, change, filtersOpen: layout.filtersOpen }}
        body={body}
        openRow={openRow}
        selection={selection}
        preview={preview}
        note={note}
      />
      <TableFooter
        page={state.page}
        data={data}
        turn={(page) => {
          change({ page })
          body.current?.closest(`.${styles.scroll}`)?.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}

/** Returns the preview beside the list, and a function that notes the row to which the back button returns. */
function usePreviewedRow<C extends QueryContract>(
  props: DataTableProps<C>,
  { rows, drawn }: ReturnType<typeof useTableData<C>>,
  body: RefObject<HTMLElement | null>,
  settleSearch: RefObject<() => void>,
  tableLayout: ReturnType<typeof useTableLayout<RowOf<C>>>,
) {
  const { name, rowKey } = props
  const [wasPreviewed, noteRow] = useReturnToRow(name, body, (key) => drawn.findIndex((row) => rowKey(row) === key))
  const preview = useListPreview(props, rows, tableLayout, wasPreviewed)
  const note = (row: RowOf<C>) => {
    // The back button must return to the search, even if the row was pressed before the typing had settled.
    settleSearch.current()
    noteRow(rowKey(row), preview?.isOpen ?? false)
  }
  return { preview, note }
}

/** Says how many rows are ticked. The number of rows is said by the footer. */
function useSaidOfTicks<C extends QueryContract>({
  chosen,
  allTaken,
}: Pick<Selection<C>, 'chosen' | 'allTaken'>): void {
  const { t } = useTranslation('frame')
  useSaid(chosen.length === 0 ? '' : tickedText(t, chosen.length, allTaken))
}

/** Moves the focus into the rows by an arrow key, and shows the record of the first one. */
function enterRows(body: Element | null, preview: ListPreviewState | null): void {
  const first = body?.querySelector<HTMLElement>(ROW)
  if (!first) return
  focusRow(first)
  preview?.open()
}

/** Tells the page which rows are shown, once the server has answered. */
function useReportShown<C extends QueryContract>(
  shown: DataTableProps<C>['shown'],
  { rows, question, stale, loaded }: ReturnType<typeof useTableData<C>>,
): void {
  useEffect(() => {
    if (loaded && !stale) shown?.(rows, question as InputOf<C>)
  }, [shown, rows, question, stale, loaded])
}

/** Returns the parts of saved views: the chips above the tools, and the button that saves. A table in a dialog has none. */
function useViews<C extends QueryContract>(
  { keep, name, prefix = '', columns, sumsAtFirst = false }: DataTableProps<C>,
  state: TableState,
  { layout, visible, isAdopted, adopt }: ReturnType<typeof useTableLayout<RowOf<C>>>,
): { chips: ReactNode; saveButton: ReactNode } {
  const [parts] = usePageParts(TABLE_VIEWS)
  if (parts === undefined || keep === 'memory') return { chips: null, saveButton: null }
  const shown: TableViewsProps = {
    name,
    prefix,
    columns: columns as readonly Column<unknown>[],
    state,
    visible: visible as readonly Column<unknown>[],
    sums: layout.sums,
    sumsAtFirst,
    isAdopted,
    adopt,
  }
  return { chips: <parts.Chips {...shown} />, saveButton: <parts.SaveButton {...shown} /> }
}

/** Returns what opens a row, or undefined if the rows of this table cannot be opened. */
function useOpenRow<C extends QueryContract>({ open, onOpen }: DataTableProps<C>, note: (row: RowOf<C>) => void) {
  const go = useGo()
  const follow = (row: RowOf<C>) => {
    note(row)
    go(open?.(row) ?? '')
  }
  return onOpen ?? (open ? follow : undefined)
}

type Selection<C extends QueryContract> = ReturnType<typeof useTableSelection<C>>

/** The bar over ticked rows, as soon as one is ticked. */
function Bulk<C extends QueryContract>({
  bulk,
  selection: { chosen, offered, allTaken, takeAll, clear, all },
}: Pick<DataTableProps<C>, 'bulk'> & { selection: Selection<C> }) {
  if (chosen.length === 0 || !bulk) return null
  return (
    <TableBulk count={chosen.length} total={offered} taken={allTaken} takeAll={takeAll}>
      {bulk(chosen, clear, all)}
    </TableBulk>
  )
}

type RowsProps<C extends QueryContract> = DataTableProps<C> & {
  data: ReturnType<typeof useTableData<C>>
  /** The sums, if the person shows them. */
  read: ReadSums | null
  selection: Selection<C>
  head: Pick<TableHeadProps<RowOf<C>>, 'columns' | 'state' | 'change' | 'filtersOpen'>
  body: RefObject<HTMLTableSectionElement | null>
  openRow: ((row: RowOf<C>) => void) | undefined
  preview: ListPreviewState | null
}

/** The rows, and beside them the record of one of them if the person shows it. `note` notes the row to which the back button returns. */
function RowsAndPreview<C extends QueryContract>({ note, ...props }: RowsProps<C> & { note: (row: RowOf<C>) => void }) {
  const { preview, data } = props
  useSaidOfTicks(props.selection)
  return (
    <div className={styles.beside} data-previews={preview?.isOpen || undefined}>
      <Rows {...props} />
      {preview?.isOpen ? (
        <ListPreview
          rows={data.drawn}
          of={data.shownKey}
          rowKey={props.rowKey as (row: unknown) => number}
          href={props.open as (row: unknown) => string}
          columns={props.head.columns as readonly Column<unknown>[]}
          note={note as (row: unknown) => void}
          close={preview.close}
        />
      ) : null}
    </div>
  )
}

/** The head and the rows, or what is shown in their place: the first loading, a failure, nothing found. */
function Rows<C extends QueryContract>({ data, read, selection, head, ...props }: RowsProps<C>) {
  const { total, error, loaded } = data
  const { tickable } = selection
  useKeptRowFocus(props.body, loaded)
  const counted = total === undefined || total > MOST_COUNTED ? null : total
  const groups = useMemo(
    () => groupsOf(props.columns, head.columns, head.state, data.rows),
    [props.columns, head.columns, head.state, data.rows],
  )
  const same = useMemo(() => sameColumns(props.columns, data.question.filters), [props.columns, data.question])
  const limit = props.height === 'fill' || props.height === 'none' ? undefined : props.height
  return (
    <div
      className={styles.scroll}
      data-limited={limit !== undefined || undefined}
      data-adapts={props.columns.some(({ from }) => from !== undefined) || undefined}
      data-scroll-restoration-id={`table-${props.name}`}
      style={limit === undefined ? undefined : { maxHeight: limit }}
      aria-busy={data.fetching}
    >
      <div className={styles.progress} data-busy={data.fetching || undefined} aria-hidden />
      <table
        role="grid"
        aria-label={props.label}
        // the titles of the columns are a row too
        aria-rowcount={counted === null ? -1 : counted + 1}
      >
        <TableHead {...head} tickable={tickable !== null} allTicked={selection.allTicked} tickAll={selection.tickAll} />
        {loaded ? (
          <TableRows
            ref={props.body}
            rows={data.drawn}
            page={data.rows}
            before={data.before}
            groups={groups}
            columns={head.columns}
            rowKey={props.rowKey}
            href={props.open}
            openRow={props.openRow}
            tickable={tickable}
            ticked={selection.keys}
            tick={selection.tick}
            tone={props.tone}
            same={same}
            stale={data.stale}
            preview={props.preview}
          />
        ) : error ? null : (
          <TableSkeleton columns={head.columns} tickable={tickable !== null} />
        )}
        {read && data.rows.length > 0 ? (
          <TableSums read={read} columns={head.columns as readonly Column<unknown>[]} tickable={tickable !== null} />
        ) : null}
      </table>
      {error && !loaded ? <Failed title={props.failed} error={error} retry={data.retry} /> : null}
      {loaded && data.rows.length === 0 ? (
        head.state.page > 1 ? (
          <NoSuchPage page={head.state.page} rows={total} pageSize={data.pageSize} change={head.change} />
        ) : (
          <NoRows state={head.state} empty={props.empty} />
        )
      ) : null}
    </div>
  )
}

/** Says why the list could not be loaded, under the title that its page gives. */
const Failed = ({ title, error, retry }: { title: string | undefined; error: Error; retry: () => void }) =>
  title === undefined ? (
    <ErrorState error={error} retry={retry} />
  ) : (
    <QuotedAlert title={title} error={error} retry={retry} />
  )

type NoSuchPageProps = { page: number; rows: number | undefined; pageSize: number; change: ChangeState }

/** Says that the list ends before this page, and leads to its last page, or to the first one if the end is not counted. */
function NoSuchPage({ page, rows, pageSize, change }: NoSuchPageProps) {
  const { t } = useTranslation('frame')
  const isCounted = rows !== undefined && rows > 0 && rows <= MOST_COUNTED
  const target = isCounted ? Math.ceil(rows / pageSize) : 1
  return (
    <EmptyState
      title={t('table.no-such-page', { page: showCount(page) })}
      action={
        <Button onClick={() => change({ page: target })}>
          {isCounted && target > 1 ? t('table.to-last-page', { page: showCount(target) }) : t('table.to-first-page')}
        </Button>
      }
    />
  )
}

function NoRows({ state, empty }: { state: TableState; empty: DataTableProps<QueryContract>['empty'] }) {
  const { t } = useTranslation('frame')
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0
  return narrowed ? (
    <EmptyState title={empty?.nothingFound ?? t('table.nothing-found')} hint={t('table.nothing-found-hint')} />
  ) : (
    <EmptyState title={empty?.title ?? t('table.empty')} hint={empty?.hint} action={empty?.action} />
  )
}
