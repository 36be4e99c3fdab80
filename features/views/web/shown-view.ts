/** Compares what a list shows with its saved views, and puts a view into the address. */
import { isSame } from '#kernel/changes.ts'
import type { SearchPatch, SearchTexts } from '#web/navigation.tsx'
import { EMPTY_STATE, ownTexts, replacing, stateTexts, type TableState } from '#web/ui/table/table-state.ts'
import { markText, type TableViewsProps, type ViewMark } from '#web/ui/table/views/table-views.ts'
import type { View } from '../domain/contract.ts'
import type { ViewState } from '../domain/view.ts'

/** The table with what its address contains. */
export type Shown = Pick<TableViewsProps, 'prefix' | 'columns' | 'state' | 'visible' | 'sums' | 'sumsAtFirst'> & {
  readonly texts: SearchTexts
  /** The names in the address of what the page chooses beside the table. */
  readonly choices: readonly string[]
}

const chosenIn = (texts: SearchTexts, choices: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => choices.includes(name)))

/** Returns what the table shows now, as a view stores it. */
export const stateOf = ({ state, visible, sums, texts, choices }: Shown): ViewState => ({
  search: state.search,
  filters: state.filters as ViewState['filters'],
  sort: state.sort ?? null,
  descending: state.sort !== undefined && state.descending,
  grouped: state.grouped,
  columns: visible.map(({ key }) => key),
  sums,
  choices: chosenIn(texts, choices),
})

const tableState = ({ search, filters, sort, descending, grouped }: ViewState): Omit<TableState, 'page'> => ({
  search,
  filters: filters as TableState['filters'],
  sort: sort ?? undefined,
  descending,
  grouped,
})

/** Reports whether the table shows exactly what a view stores. Columns that the list does not have now are left out. */
export function isShown({ prefix, texts, choices, columns, visible, sums }: Shown, view: ViewState): boolean {
  const known = view.columns.filter((key) => columns.some((column) => column.key === key))
  const now = { ...ownTexts(prefix, texts), ...chosenIn(texts, choices) }
  const saved = { ...stateTexts(prefix, tableState(view)), ...chosenIn(view.choices, choices) }
  const shown = visible.map(({ key }) => key)
  return isSame(now, saved) && isSame(shown, known) && sums === view.sums
}

/** Reports whether the table shows what it shows without any view and without a choice of the person. */
export const isUsual = (shown: Shown): boolean =>
  isShown(shown, {
    ...EMPTY_STATE,
    filters: {},
    sort: null,
    columns: shown.columns.filter(({ hidden }) => !hidden).map(({ key }) => key),
    sums: shown.sumsAtFirst,
    choices: {},
  })

/** Returns the change of the address that opens a view, or with null the usual view of the list. */
export function opening({ prefix, texts, choices }: Pick<Shown, 'prefix' | 'texts' | 'choices'>, view: View | null) {
  const state = view === null ? EMPTY_STATE : tableState(view.state)
  return {
    ...Object.fromEntries(choices.map((name) => [name, undefined])),
    ...chosenIn(view?.state.choices ?? {}, choices),
    ...replacing(prefix, texts, state),
    ...marking(prefix, view),
    [`${prefix}page`]: undefined,
  } satisfies SearchPatch
}

/** Returns the change of the address that names a view as the open one. */
export const marking = (prefix: string, view: ViewMark | null): SearchPatch => ({
  [`${prefix}view`]: view === null ? undefined : markText(view),
})
