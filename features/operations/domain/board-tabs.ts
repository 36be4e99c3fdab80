/** The four tabs of the operations board: the orders of each, and the bulk action for the selected ones. */
import type { BulkTransition } from '#features/orders/domain/contract.ts'
import { type OrderStatus, WAITING_STATUSES } from '#features/orders/domain/order.ts'

export const TABS = ['stock', 'packing', 'packaged', 'invoiced'] as const
export type BoardTab = (typeof TABS)[number]

type Rule = {
  readonly statuses: readonly OrderStatus[]
  /** The bulk transition of the tab, for those of its orders from whose status it begins. */
  readonly bulk?: BulkTransition
  /** True if the orders of the tab still take pieces from the stock, so that the panels count them. */
  readonly needs?: true
}

export const TAB_RULES: Readonly<Record<BoardTab, Rule>> = {
  stock: { statuses: WAITING_STATUSES, bulk: 'send', needs: true },
  packing: { statuses: ['TO-PACKAGE'], needs: true },
  packaged: { statuses: ['PACKAGED'], bulk: 'release' },
  invoiced: { statuses: ['INVOICED'] },
}

/**
 * Returns the statuses of the tab that the filter of the status column names (`A,B`), or all of them if it names none.
 */
export function statusesOf(tab: BoardTab, filter: string | undefined): OrderStatus[] {
  const { statuses } = TAB_RULES[tab]
  const chosen = statuses.filter((status) => filter?.split(',').includes(status))
  return [...(chosen.length > 0 ? chosen : statuses)]
}
