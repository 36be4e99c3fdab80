import { ActionIcon, Button, CloseButton, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { ListFilter, RotateCw, Search, X } from '#web/ui/icon/icons.ts'
import { type ReactNode, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueryContract } from '#kernel/contract.ts'
import styles from '#web/ui/table/table-tools.module.css'
import { type Column, filterOf } from '#web/ui/table/table-columns.ts'
import type { ListPreviewState } from '#web/ui/table/preview/use-list-preview.ts'
import type { TableLayout } from '#web/ui/table/table-layout.ts'
import { type ChangeState, filteredBy, type TableState } from '#web/ui/table/table-state.ts'
import { TableExport } from '#web/ui/table/export/TableExport.tsx'
import { filterText } from '#web/ui/table/filters/filter-text.ts'
import { TableView } from '#web/ui/table/TableView.tsx'
import { isSlashKeyOn } from '#web/preferences/slash-key.ts'

type TableToolbarProps<Row> = {
  name: string
  label: string
  list: QueryContract
  input: Record<string, unknown>
  columns: readonly Column<Row>[]
  visible: readonly Column<Row>[]
  state: TableState
  change: ChangeState
  layout: TableLayout
  changeLayout: (patch: Partial<TableLayout>) => void
  resetLayout: () => void
  refresh: () => void
  refreshing: boolean
  plain: boolean
  /** The fields that the search reads, as text. */
  searches: string | undefined
  focusRows: () => void
  /** Set to a function that applies a search that is still being typed. */
  settleSearch: RefObject<() => void>
  /** True if the list offers sums. */
  hasSums: boolean
  /** The button that saves a view. */
  saveView: ReactNode
  preview: ListPreviewState | null
  children?: ReactNode
}

/** The tools above the rows: the page's buttons, search, filters, refresh, export, view. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { t } = useTranslation('frame')
  const { columns, state, change, layout, changeLayout } = props
  const filterable = columns.some((column) => filterOf(column) !== null)
  const set = Object.keys(state.filters).length
  return (
    <div className={styles.toolbar} data-tools>
      {props.children}
      {props.plain ? null : <SearchBox {...props} />}
      {filterable ? (
        <Button
          variant={set > 0 ? 'light' : 'default'}
          className={styles.filter}
          leftSection={<ListFilter size={16} aria-hidden />}
          aria-expanded={layout.filtersOpen}
          onClick={() => changeLayout({ filtersOpen: !layout.filtersOpen })}
        >
          <span className={styles.filterWords}>
            {set > 0 ? t('table.filters-set', { count: set }) : t('table.filters')}
          </span>
        </Button>
      ) : null}
      {set > 0 ? <Chips columns={columns} state={state} change={change} /> : null}
      <span className={styles.push} />
      {props.saveView}
      <Tooltip label={t('action.refresh')}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('action.refresh')}
          data-busy={props.refreshing || undefined}
          onClick={props.refresh}
        >
          <RotateCw size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <TableExport
        name={props.name}
        label={props.label}
        list={props.list}
        input={props.input}
        columns={props.visible}
      />
      <TableView {...props} columns={columns as readonly Column<unknown>[]} />
    </div>
  )
}

type SearchBoxProps = Pick<TableToolbarProps<unknown>, 'state' | 'change' | 'searches' | 'focusRows' | 'settleSearch'>

function SearchBox({ state, change, searches, focusRows, settleSearch }: SearchBoxProps) {
  const { t } = useTranslation('frame')
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(state.search)
  const sent = useRef(state.search)
  // A box that is drawn anew, as with another layout, finds in the state what was typed before.
  const settle = useDebouncedCallback(
    (typed: string) => {
      sent.current = typed
      change({ search: typed })
    },
    { delay: 200, flushOnUnmount: true },
  )

  useImperativeHandle(settleSearch, () => () => settle.flush(), [settle])

  // The back button or a link may change the search. A text that is being typed stays.
  useEffect(() => {
    if (state.search === sent.current) return
    sent.current = state.search
    setText(state.search)
  }, [state.search])

  useFocusBySlash(box)

  return (
    <TextInput
      ref={box}
      type="search"
      className={styles.search}
      value={text}
      placeholder={searches ?? t('table.search')}
      title={searches}
      aria-label={t('table.search')}
      aria-keyshortcuts="/"
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={t('action.clear')}
            onClick={() => {
              setText('')
              settle('')
              settle.flush()
              box.current?.focus()
            }}
          />
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value)
        settle(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') {
          event.preventDefault()
          focusRows()
        }
        if (event.key === 'Enter') settle.flush()
      }}
    />
  )
}

/** Moves the focus into the search at the key `/`, unless the person is typing elsewhere or has switched the key off (WCAG 2.1.4). */
function useFocusBySlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      if (
        event.key !== '/' ||
        event.defaultPrevented ||
        !isSlashKeyOn() ||
        target.isContentEditable ||
        /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      )
        return
      event.preventDefault()
      box.current?.focus()
      box.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [box])
}

function Chips<Row>({
  columns,
  state,
  change,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  change: ChangeState
}) {
  const { t } = useTranslation('frame')
  return (
    <div className={styles.chips}>
      {Object.entries(state.filters).map(([key, value]) => {
        const column = columns.find((candidate) => candidate.key === key) as Column<unknown> | undefined
        const filter = column ? filterOf(column) : null
        if (!column || filter === null) return null
        return (
          <button
            key={key}
            type="button"
            title={t('table.remove-filter', { column: column.header })}
            onClick={() => change((newest) => filteredBy(newest, key, undefined))}
          >
            <span>{column.header}:</span> {filterText(column, filter, value)}
            <X size={14} aria-hidden />
          </button>
        )
      })}
      <button type="button" className={styles.clearAll} onClick={() => change({ filters: {} })}>
        {t('table.clear-filters')}
      </button>
    </div>
  )
}
