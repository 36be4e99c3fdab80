/** Keeps which rows of a table are ticked, and whether every matching row is selected. */
import { useState } from 'react'
import { type InputOf, MOST_COUNTED, type QueryContract } from '#kernel/contract.ts'
import { useAsk } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import type { DataTableProps, RowOf } from '#web/ui/table/data-table-props.ts'
import type { useTableData } from '#web/ui/table/table-data.ts'
import { type AllRows, useAllRows } from '#web/ui/table/TableBulk.tsx'

/** `all` is the number of rows after every matching row was selected. */
type Ticked = { readonly of: string | null; readonly keys: ReadonlySet<number>; readonly all?: number | undefined }

const NOTHING: ReadonlySet<number> = new Set()
const ALWAYS = () => true

const tickableOf = <Row>(selectable: boolean | ((row: Row) => boolean) | undefined): ((row: Row) => boolean) | null =>
  selectable === undefined || selectable === false ? null : selectable === true ? ALWAYS : selectable

/** Returns the ticked rows of the shown page, and the functions that change them. */
export function useTableSelection<C extends QueryContract>(
  props: DataTableProps<C>,
  data: Pick<ReturnType<typeof useTableData<C>>, 'rows' | 'key' | 'counted' | 'asked' | 'total'>,
) {
  const { rowKey, takes, count, ticks } = props
  const { rows, key, counted, asked, total } = data
  // Ticks belong to the shown rows: another page or filter starts without ticks.
  const [stored, setStored] = useState<Ticked>({ of: null, keys: NOTHING })
  const own: Ticked = stored.of === key ? stored : { of: key, keys: NOTHING }
  const ticked: Ticked = ticks ? { of: key, keys: ticks.keys } : own
  const tickable = tickableOf(props.selectable)
  const setKeys = (keys: ReadonlySet<number>) => setStored({ of: key, keys })

  const canTick = (row: RowOf<C>) => tickable?.(row) ?? false
  const chosen = ticked.keys.size === 0 ? [] : rows.filter((row) => ticked.keys.has(rowKey(row)))
  const allTicked = chosen.length > 0 && chosen.length === rows.filter(canTick).length
  const allTaken = allTicked ? ticked.all : undefined

  const taken = takes ? { ...counted, filters: { ...counted.filters, ...takes } } : counted
  const fetchIds = useAllRows(props.ids, taken)
  const takenCount = useAsk(count ?? props.list, taken as InputOf<QueryContract>, {
    ...asked,
    enabled: takes !== undefined && count !== undefined && allTicked,
  })
  const tickableTotal = takes ? (takenCount.data as { count: number } | undefined)?.count : total

  const takeAll = async (all: boolean) => {
    // Ticks that changed meanwhile, or another page, are not overwritten.
    const take = (number: number | undefined) => setStored((now) => (now === stored ? { ...ticked, all: number } : now))
    if (!all || tickableTotal === undefined || tickableTotal <= MOST_COUNTED)
      return take(all ? tickableTotal : undefined)
    // Beyond the counting limit only the returned ids give the exact number.
    await fetchIds?.().then(
      ({ ids }) => take(ids.length),
      (error: unknown) => say.failed(error),
    )
  }

  return {
    /** Which rows can be ticked, or null without checkboxes. */
    tickable,
    keys: ticked.keys,
    chosen,
    allTicked,
    /** The number of all matching rows, if the person may select them now, and else null. */
    offered:
      allTicked && fetchIds && tickableTotal !== undefined && tickableTotal > chosen.length ? tickableTotal : null,
    /** The number of selected rows after every matching row was selected. */
    allTaken,
    all: (allTaken !== undefined && fetchIds ? { count: allTaken, ids: fetchIds } : null) satisfies AllRows | null,
    takeAll: (all: boolean) => void takeAll(all),
    clear: () => setKeys(NOTHING),
    tick: (row: number, on: boolean) => {
      if (ticks) return ticks.change(rows.filter((one) => rowKey(one) === row))
      const next = new Set(ticked.keys)
      if (on) next.add(row)
      else next.delete(row)
      setKeys(next)
    },
    tickAll: (on: boolean) => {
      const all = rows.filter(canTick)
      if (ticks) return ticks.change(all.filter((row) => ticks.keys.has(rowKey(row)) !== on))
      setKeys(on ? new Set(all.map(rowKey)) : NOTHING)
    },
  }
}
