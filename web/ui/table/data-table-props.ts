/** Declares what a page passes to a DataTable. */
import type { ReactNode } from 'react'
import type { InputOf, OutputOf, QueryContract } from '#kernel/contract.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import type { AllRows } from '#web/ui/table/TableBulk.tsx'

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
  /** Its sums over all rows, for the columns with `sum`. They are read while the person shows them. */
  sums?: QueryContract
  /** True if the footer shows the sums until the person hides them. */
  sumsAtFirst?: boolean
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => number
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
  /** Ticks that the page keeps itself, such as the orders of a shipment. `change` gets the rows whose ticks a person sets or removes. */
  ticks?: { readonly keys: ReadonlySet<number>; readonly change: (rows: readonly RowOf<C>[]) => void }
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
  /** The title of the alert after a failed load, for lists whose specification quotes one. */
  failed?: string
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
  /** Returns the rows to show while the server is unreachable, from the device. Pass the same object at each render. */
  standIn?: {
    list: (input: InputOf<C>) => Promise<OutputOf<C> | null>
    count: (input: InputOf<C>) => Promise<{ count: number } | null>
  }
  /** A 400, 401 or 403 of the server ends the session (C-45: customers, products, orders). Other failures never do. */
  signOutWhenRefused?: boolean
  /** Called with the rows of each page that is shown, and with what the list was asked for. Pass the same function at each render. */
  shown?: (rows: readonly RowOf<C>[], input: InputOf<C>) => void
}
