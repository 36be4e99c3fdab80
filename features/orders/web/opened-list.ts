/**
 * Keeps the list from which an order is opened, in this tab: its address, and the numbers of its shown page. So the order
 * page leads to the previous and the next order of that list, with its filter and sort, and back to it.
 */
import { useMemo } from 'react'
import { z } from 'zod'
import { useAsk } from '#web/query.ts'
import { listOrders, orderListInput } from '../domain/list-contract.ts'

const KEY = 'orders:opened-list'
/** The number of rows of one page of the list. */
const PAGE_ROWS = 150

const zOpened = z.object({
  address: z.string().startsWith('/orders'),
  input: orderListInput,
  ids: z.array(z.int()).max(PAGE_ROWS),
})
type Opened = z.output<typeof zOpened>

export function keepOpenedList(opened: z.input<typeof zOpened>): void {
  sessionStorage.setItem(KEY, JSON.stringify(opened))
}

/** Returns the list in which an order was shown, or null if it was opened elsewhere. */
function readOpenedList(id: number): Opened | null {
  try {
    const opened = zOpened.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
    return opened.ids.includes(id) ? opened : null
  } catch {
    return null
  }
}

/** The neighbours of an order in its list. */
export type Neighbours = {
  /** The address of the list. */
  readonly address: string
  /** The place of the order, from 1 and over all pages. */
  readonly place: number
  readonly previous: number | null
  readonly next: number | null
  /** Called before a neighbour is opened. One of another page makes that page the one whose neighbours are shown. */
  readonly leave: (to: number) => void
}

/**
 * Returns the neighbours of an order in the list from which it was opened, or null if it was opened elsewhere. They are those
 * of the moment at which the list was left: an order that changes its status meanwhile keeps its neighbours.
 */
export function useNeighbours(id: number): Neighbours | null {
  const opened = useMemo(() => readOpenedList(id), [id])
  const index = opened?.ids.indexOf(id) ?? -1
  const page = opened?.input.page ?? 1
  const isFirst = index === 0 && page > 1
  const isLast = opened !== null && index === PAGE_ROWS - 1
  const input = { ...opened?.input, page: isFirst ? page - 1 : page + 1 }
  const further = useAsk(listOrders, input, { still: true, enabled: isFirst || isLast }).data?.rows
  if (opened === null) return null
  const { ids, address } = opened
  const leave = (to: number) => {
    if (ids.includes(to) || further === undefined) return
    const url = new URL(address, window.location.origin)
    url.searchParams.set('page', String(input.page))
    keepOpenedList({ address: `${url.pathname}${url.search}`, input, ids: further.map((row) => row.id) })
  }
  return {
    address,
    place: (page - 1) * PAGE_ROWS + index + 1,
    previous: ids[index - 1] ?? (isFirst ? further?.at(-1)?.id : null) ?? null,
    next: ids[index + 1] ?? (isLast ? further?.[0]?.id : null) ?? null,
    leave,
  }
}
