/** The state of a table: search, filters, sort, page. Pages keep it in the address, and dialogs in memory. */
import { useCallback, useMemo, useState } from 'react'
import { type SearchTexts, useSearchTexts } from '#web/navigation.tsx'
import type { Ends } from '#web/ui/form/ends.ts'
import { type Column, filterOf } from '#web/ui/table/table-columns.ts'

export type Range = Ends<number>
export type Days = Ends<string>
export type FilterValue = string | readonly string[] | Range | Days

export type TableState = {
  readonly search: string
  readonly filters: Readonly<Record<string, FilterValue>>
  readonly sort: string | undefined
  readonly descending: boolean
  /** True if the rows stand in groups of one value of the sorted column. */
  readonly grouped: boolean
  readonly page: number
}

type StatePatch = Partial<TableState>
/** Changes the state, or what a function makes of the newest state, which may not yet be drawn. */
export type ChangeState = (patch: StatePatch | ((newest: TableState) => StatePatch)) => void

export const EMPTY_STATE: TableState = {
  search: '',
  filters: {},
  sort: undefined,
  descending: false,
  grouped: false,
  page: 1,
}

/** Every change except a turn of the page returns to the first page. A sort by another column ends the grouping. */
const changed = (state: TableState, change: Parameters<ChangeState>[0]): TableState => {
  const patch = typeof change === 'function' ? change(state) : change
  const ends = 'sort' in patch && patch.sort !== state.sort
  return { ...state, page: 1, ...(ends ? { grouped: false } : {}), ...patch }
}

const isEmpty = (value: FilterValue): boolean =>
  typeof value === 'string'
    ? value === ''
    : Array.isArray(value)
      ? value.length === 0
      : !('from' in value && value.from !== undefined) && !('to' in value && value.to !== undefined)

const withoutEmpty = (filters: Readonly<Record<string, FilterValue>>): Record<string, FilterValue> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => !isEmpty(value)))

/** Returns the change that filters a column by this value, or no longer. */
export const filteredBy = (
  { filters }: TableState,
  key: string,
  value: FilterValue | undefined,
): Pick<TableState, 'filters'> => ({
  filters: Object.fromEntries(
    Object.entries({ ...filters, [key]: value }).filter(
      (entry): entry is [string, FilterValue] => entry[1] !== undefined,
    ),
  ),
})

/** Returns the filters in the form of list contracts: `name`, or `nameFrom` and `nameTo`. */
export function filterInput<Row>(
  columns: readonly Column<Row>[],
  filters: Readonly<Record<string, FilterValue>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(filters)) {
    const column = columns.find((candidate) => candidate.key === key)
    if (!column) continue
    const name = column.filterName ?? key
    if (typeof value === 'string' || Array.isArray(value)) {
      input[name] = value
      continue
    }
    const { from, to } = value as Range | Days
    if (from !== undefined) input[`${name}From`] = from
    if (to !== undefined) input[`${name}To`] = to
  }
  return input
}

// --- As texts in the address: ?q=…&f.status=PACKAGED,INVOICED&f.total=1000..5000&sort=name&desc=1&group=1&page=2 --------

const filterText = (value: FilterValue): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(',')
  const { from, to } = value as Range | Days
  return `${from ?? ''}..${to ?? ''}`
}

function readFilter<Row>(column: Column<Row> | undefined, text: string): FilterValue | null {
  const filter = column ? filterOf(column) : null
  if (filter === null) return null
  if (filter === 'text') return text
  if (typeof filter === 'object') return filter.many ? text.split(',') : text
  const [from = '', to = ''] = text.split('..')
  if (filter === 'days') return { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const number = (part: string) => (/^-?\d{1,15}$/.test(part) ? Number(part) : undefined)
  const range: Range = {}
  if (number(from) !== undefined) range.from = number(from)
  if (number(to) !== undefined) range.to = number(to)
  return range
}

/** Returns the texts of the address for a state, without the page. Those that are not set are left out. */
export function stateTexts(prefix: string, state: Omit<TableState, 'page'>): Record<string, string> {
  const texts: Record<string, string | undefined> = {
    [`${prefix}q`]: state.search || undefined,
    [`${prefix}sort`]: state.sort,
    [`${prefix}desc`]: state.sort !== undefined && state.descending ? '1' : undefined,
    [`${prefix}group`]: state.sort !== undefined && state.grouped ? '1' : undefined,
  }
  for (const [key, value] of Object.entries(withoutEmpty(state.filters))) texts[`${prefix}f.${key}`] = filterText(value)
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)) as Record<string, string>
}

/** Returns those texts of an address that belong to the state of a table, without the page. */
export function ownTexts(prefix: string, texts: Readonly<Record<string, string>>): Record<string, string> {
  const plain = ['q', 'sort', 'desc', 'group'].map((name) => prefix + name)
  return Object.fromEntries(
    Object.entries(texts).filter(([name]) => name.startsWith(`${prefix}f.`) || plain.includes(name)),
  )
}

/** Returns a change of the address that replaces the state of a table. */
export const replacing = (
  prefix: string,
  texts: Readonly<Record<string, string>>,
  state: Omit<TableState, 'page'>,
): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.keys(ownTexts(prefix, texts)).map((name) => [name, undefined])),
  ...stateTexts(prefix, state),
})

function readState<Row>(columns: readonly Column<Row>[], prefix: string, texts: SearchTexts): TableState {
  const filters: Record<string, FilterValue> = {}
  for (const [name, text] of Object.entries(texts)) {
    if (!name.startsWith(`${prefix}f.`)) continue
    const key = name.slice(prefix.length + 2)
    const value = readFilter(
      columns.find((column) => column.key === key),
      text,
    )
    if (value !== null) filters[key] = value
  }
  const wanted = texts[`${prefix}sort`]
  const sort = columns.some((column) => column.key === wanted && column.sortable) ? wanted : undefined
  return {
    search: texts[`${prefix}q`] ?? '',
    filters: withoutEmpty(filters),
    sort,
    descending: texts[`${prefix}desc`] === '1',
    grouped: sort !== undefined && texts[`${prefix}group`] === '1',
    page: Math.max(1, Math.min(100_000, Number.parseInt(texts[`${prefix}page`] ?? '1', 10) || 1)),
  }
}

/** The state of a page's table in the address. A link or the back button restores it. */
export function useAddressState<Row>(columns: readonly Column<Row>[], prefix = ''): [TableState, ChangeState] {
  const [texts, setTexts] = useSearchTexts()
  const state = useMemo(() => readState(columns, prefix, texts), [texts, prefix, columns])

  const changeState = useCallback<ChangeState>(
    (change) =>
      setTexts((newest) => {
        const next = changed(readState(columns, prefix, newest), change)
        return {
          ...replacing(prefix, newest, next),
          [`${prefix}page`]: next.page > 1 ? String(next.page) : undefined,
        }
      }),
    [columns, prefix, setTexts],
  )
  return [state, changeState]
}

/** The state of a table in a dialog or drawer. It is lost when that closes. */
export function useMemoryState(): [TableState, ChangeState] {
  const [state, setState] = useState<TableState>(EMPTY_STATE)
  const changeState = useCallback<ChangeState>((change) => setState((before) => changed(before, change)), [])
  return [state, changeState]
}
