/** Stores the columns that a person sees, their order and the density, for each table and person on this device. */
import { useCallback, useMemo, useState } from 'react'
import { usePerson } from '#web/session.ts'
import type { Column } from '#web/ui/table/table-columns.ts'

export type TableLayout = {
  /** All columns in the person's order. */
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly dense: boolean
  readonly filtersOpen: boolean
}

type Stored = Partial<TableLayout>

function read(key: string): Stored {
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

export function useTableLayout<Row>(name: string, columns: readonly Column<Row>[]) {
  const person = usePerson()
  const key = `table:${person?.id ?? 0}:${name}`
  const [stored, setStored] = useState<Stored>(() => read(key))

  const layout = useMemo<TableLayout>(
    () => ({
      order: orderOf(columns, stored.order),
      hidden: Array.isArray(stored.hidden)
        ? stored.hidden
        : columns.filter((column) => column.hidden).map((column) => column.key),
      dense: stored.dense ?? true,
      filtersOpen: stored.filtersOpen ?? false,
    }),
    [columns, stored],
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
    (patch: Stored) => {
      setStored((before) => {
        const next = { ...before, ...patch }
        localStorage.setItem(key, JSON.stringify(next))
        return next
      })
    },
    [key],
  )

  const reset = useCallback(() => {
    localStorage.removeItem(key)
    setStored({})
  }, [key])

  return { layout, visible, change, reset }
}
