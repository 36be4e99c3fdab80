/**
 * Stores the columns that a person sees, their order, the sums, the density and the preview, for each table and person on this device. While
 * a saved view is open, its columns and sums are stored apart, so that the person's own ones come back with the usual view.
 */
import { useCallback, useMemo, useState } from 'react'
import { storeShown } from '#web/drawing/screen-cookie.ts'
import { usePerson } from '#web/session.ts'
import type { Column } from '#web/ui/table/table-columns.ts'

/** What a saved view also decides. */
export type ColumnLayout = {
  /** All columns in the person's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** True if the footer shows the sums of the number columns. */
  readonly sums: boolean
}

export type TableLayout = ColumnLayout & {
  readonly dense: boolean
  /** True if the record of a row stands beside the list, where it has a preview. */
  readonly preview: boolean
  readonly filtersOpen: boolean
}

type Stored = Partial<TableLayout>
/** The columns of the saved view with the number `of`, as the person has changed them. */
type StoredOfView = Partial<ColumnLayout> & { readonly of?: number }

function read<Value extends object>(key: string): Partial<Value> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

/** Columns added to the product after the person chose an order get the place that the page gives them. */
function orderOf<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined): string[] {
  if (!Array.isArray(chosen)) return columns.map((column) => column.key)
  const known = chosen.filter((key) => columns.some((column) => column.key === key))
  columns.forEach((column, index) => {
    if (known.includes(column.key)) return
    const before = columns[index - 1]
    known.splice(before ? known.indexOf(before.key) + 1 : 0, 0, column.key)
  })
  return known
}

/** Returns the properties that have a value. */
const givenOf = <Value extends object>(value: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<Value>

/** Keeps an object in the local storage under a key. */
function useStored<Value extends object>(key: string) {
  const [stored, setStored] = useState<Partial<Value>>(() => read(key))
  const write = useCallback(
    (change: (before: Partial<Value>) => Partial<Value>) => {
      setStored((before) => {
        const next = change(before)
        storeShown(key, Object.keys(next).length === 0 ? null : JSON.stringify(next))
        return next
      })
    },
    [key],
  )
  return [stored, write] as const
}

/**
 * Returns the layout of a table and the functions that change it. `view` is the number of the open saved view, or null. The sums are
 * shown until the person hides them if `sumsAtFirst` is true.
 */
export function useTableLayout<Row>(
  name: string,
  columns: readonly Column<Row>[],
  view: number | null = null,
  sumsAtFirst = false,
) {
  const person = usePerson()
  const key = `table:${person?.id ?? 0}:${name}`
  const [stored, write] = useStored<Stored>(key)
  const [ofView, writeOfView] = useStored<StoredOfView>(`${key}:view`)
  const isAdopted = view !== null && ofView.of === view
  const chosen: Partial<ColumnLayout> = isAdopted ? ofView : stored

  const layout = useMemo<TableLayout>(
    () => ({
      order: orderOf(columns, chosen.order),
      hidden: Array.isArray(chosen.hidden) ? chosen.hidden : hiddenAtFirst(columns),
      sums: chosen.sums ?? sumsAtFirst,
      dense: stored.dense ?? true,
      preview: stored.preview ?? false,
      filtersOpen: stored.filtersOpen ?? false,
    }),
    [columns, chosen, stored, sumsAtFirst],
  )

  const visible = useMemo(
    () =>
      layout.order
        .filter((columnKey) => !layout.hidden.includes(columnKey))
        .map((columnKey) => columns.find((column) => column.key === columnKey))
        .filter((column) => column !== undefined),
    [layout, columns],
  )

  const change = useCallback(
    ({ dense, preview, filtersOpen, ...ofColumns }: Stored) => {
      const own = givenOf({ dense, preview, filtersOpen })
      if (!isAdopted) write((before) => ({ ...before, ...own, ...ofColumns }))
      else {
        if (Object.keys(own).length > 0) write((before) => ({ ...before, ...own }))
        if (Object.keys(ofColumns).length > 0) writeOfView((before) => ({ ...before, ...ofColumns }))
      }
    },
    [isAdopted, write, writeOfView],
  )

  const adopt = useCallback(
    (of: number, shown: Omit<ColumnLayout, 'order' | 'hidden'> & { readonly columns: readonly string[] }) => {
      const all = columns.map((column) => column.key)
      const others = all.filter((columnKey) => !shown.columns.includes(columnKey))
      writeOfView(() => ({ of, order: [...shown.columns, ...others], hidden: others, sums: shown.sums }))
    },
    [columns, writeOfView],
  )

  const reset = useCallback(() => (view === null ? write : writeOfView)(() => ({})), [view, write, writeOfView])

  return {
    layout,
    visible,
    change,
    reset,
    /** True if the columns of the open view are shown. */
    isAdopted,
    /** Takes over the columns and sums of a saved view. */
    adopt,
  }
}

const hiddenAtFirst = <Row>(columns: readonly Column<Row>[]): string[] =>
  columns.filter((column) => column.hidden).map((column) => column.key)
