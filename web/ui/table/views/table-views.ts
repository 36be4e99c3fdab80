/** The place of saved views in a table. The feature views fills it; a table in a dialog has none. */
import type { ComponentType } from 'react'
import { partKind } from '#web/page-parts.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { ColumnLayout } from '#web/ui/table/table-layout.ts'
import type { TableState } from '#web/ui/table/table-state.ts'

export type TableViewsProps = {
  /** The name of the table, under which its views are saved. */
  name: string
  /** The prefix of the table's parameters in the address. */
  prefix: string
  columns: readonly Column<unknown>[]
  /** What the table shows now. */
  state: TableState
  visible: readonly Column<unknown>[]
  sums: boolean
  /** True if the list shows its sums until the person hides them. */
  sumsAtFirst: boolean
  /** True if the columns of the open view are shown. */
  isAdopted: boolean
  /** Shows the columns and sums of a view. */
  adopt: (view: number, shown: Pick<ColumnLayout, 'sums'> & { readonly columns: readonly string[] }) => void
}

export type TableViews = {
  /** The views to choose from, above the tools of the table. */
  readonly Chips: ComponentType<TableViewsProps>
  /** Saves what the table shows, among its tools. */
  readonly SaveButton: ComponentType<TableViewsProps>
}

export const TABLE_VIEWS = partKind<TableViews>('table.views')

/** The open view: its number, and the version that the address was written for. */
export type ViewMark = { readonly id: number; readonly version: number }

export const markText = ({ id, version }: ViewMark): string => `${id}.${version}`

/** Returns the open view that the address names, or null. */
export function markOf(text: string | undefined): ViewMark | null {
  const found = /^(\d{1,15})\.(\d{1,9})$/.exec(text ?? '')
  return found ? { id: Number(found[1]), version: Number(found[2]) } : null
}
