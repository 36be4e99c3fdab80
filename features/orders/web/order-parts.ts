/** What features above orders add to its pages; they register it, so that orders knows nothing of them. */
import type { ComponentType } from 'react'
import type { Refusal } from '#kernel/refusal.ts'
import type { OrderDetail, OrderRow } from '../domain/contract.ts'
import type { OrderTransition } from '../domain/lifecycle.ts'
import type { OrderStatus } from '../domain/order.ts'
import type { Chosen } from './many-orders.tsx'

/** A transition a person sees on an order, with what closes it. */
export type Choice = { readonly name: OrderTransition; readonly closed: Refusal | null }

/** A button on the order page that belongs to another feature and stands for some of the transitions. */
export type OrderAction = {
  readonly key: string
  readonly standsFor: (choice: Choice) => boolean
  /** Ends or undoes something for good: stands last. */
  readonly grave?: boolean
  readonly Button: ComponentType<{ order: OrderDetail }>
}

/** A button over the chosen rows of the list, under one of its status filters. */
export type BulkAction = {
  readonly status: OrderStatus
  readonly Button: ComponentType<{ chosen: Chosen; clear: () => void }>
  readonly selectable: (row: OrderRow) => boolean
}

const actions = new Map<string, OrderAction>()
const bulk = new Map<OrderStatus, BulkAction>()
const panels = new Map<string, ComponentType<{ order: OrderDetail }>>()

/** Adds a button to the order page. */
export const registerOrderAction = (action: OrderAction): void => void actions.set(action.key, action)
/** Adds a button to the order list. */
export const registerBulkAction = (action: BulkAction): void => void bulk.set(action.status, action)
/** Adds a block to the order page. */
export const registerOrderPanel = (key: string, Panel: ComponentType<{ order: OrderDetail }>): void =>
  void panels.set(key, Panel)

export const orderActions = (): readonly OrderAction[] => [...actions.values()]
export const bulkActionOf = (status: string): BulkAction | undefined => bulk.get(status as OrderStatus)
export const orderPanels = (): readonly (readonly [string, ComponentType<{ order: OrderDetail }>])[] => [...panels]
