/** The four tabs of the operations board: which orders each shows and which of them may be ticked for what. */
import type { OrderStatus } from '#features/orders/domain/order.ts'

export const TABS = ['stock', 'packing', 'packaged', 'invoiced'] as const
export type BoardTab = (typeof TABS)[number]

type Rule = {
  readonly statuses: readonly OrderStatus[]
  /** The bulk transition of the tab, for the orders that stand in `of`. */
  readonly bulk?: { readonly transition: 'send' | 'release'; readonly of: OrderStatus }
  /** Its orders still take from the shelf: the panels say what they need. */
  readonly needs?: true
}

export const TAB_RULES: Readonly<Record<BoardTab, Rule>> = {
  stock: { statuses: ['PENDING-STOCK', 'STOCK-OK'], bulk: { transition: 'send', of: 'STOCK-OK' }, needs: true },
  packing: { statuses: ['TO-PACKAGE'], needs: true },
  packaged: { statuses: ['PACKAGED'], bulk: { transition: 'release', of: 'PACKAGED' } },
  invoiced: { statuses: ['INVOICED'] },
}

/** The statuses asked of the server: those of the tab, narrowed by the filter of the status column (`A,B`). */
export function statusesOf(tab: BoardTab, filter: string | undefined): OrderStatus[] {
  const { statuses } = TAB_RULES[tab]
  const chosen = statuses.filter((status) => filter?.split(',').includes(status))
  return [...(chosen.length > 0 ? chosen : statuses)]
}
