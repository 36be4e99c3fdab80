/** The kinds of parts that features above orders add to the order page and the order list. */
import type { ComponentType } from 'react'
import type { Refusal } from '#kernel/refusal.ts'
import type { Holder } from '#kernel/rights.ts'
import { partKind } from '#web/page-parts.ts'
import type { TasksOfCanceled } from '../domain/contract.ts'
import type { OrderDetail } from '../domain/detail-contract.ts'
import type { OrderRow } from '../domain/list-contract.ts'
import type { OrderTransition } from '../domain/lifecycle.ts'
import type { OrderStatus } from '../domain/order.ts'
import type { Chosen } from './list/many-orders.tsx'

/** A transition shown on an order, with the reason that disables it. */
export type Choice = { readonly name: OrderTransition; readonly closed: Refusal | null }

/** A button of another feature on the order page, which replaces some of the transitions. */
export type OrderAction = {
  readonly key: string
  readonly standsFor: (choice: Choice) => boolean
  /** Reports whether the button makes this transition on its way, for a person who may do both. The transition stays, as a quiet button. */
  readonly includes?: (choice: Choice, who: Holder) => boolean
  /** True if it ends or undoes something for good. Such buttons come last. */
  readonly grave?: boolean
  readonly Button: ComponentType<{ order: OrderDetail }>
}

/** What another feature asks before a person cancels an order. Without an answer the rule's default holds, `close`. */
export type CancelQuestion = {
  readonly key: string
  readonly Question: ComponentType<{ order: OrderDetail; choose: (tasks: TasksOfCanceled) => void }>
}

/** What another feature says about an order above its actions. It shows nothing while there is nothing to say. */
export type OrderNotice = {
  readonly key: string
  readonly Notice: ComponentType<{ order: OrderDetail }>
}

/** A button for the selected rows of the list, under one of its status filters. */
export type BulkAction = {
  readonly status: OrderStatus
  readonly Button: ComponentType<{ chosen: Chosen; clear: () => void }>
  readonly selectable: (row: OrderRow) => boolean
}

/** A panel beside the order on its page. */
export type OrderPanel = {
  readonly key: string
  readonly Panel: ComponentType<{ order: OrderDetail }>
}

/** A button of another feature beside the papers of an order. It shows nothing if it does not fit the order. */
export type OrderLink = {
  readonly key: string
  readonly Link: ComponentType<{ order: OrderDetail }>
}

export const ORDER_LINK = partKind<OrderLink>('orders.link')
export const ORDER_ACTION = partKind<OrderAction>('orders.action')
export const CANCEL_QUESTION = partKind<CancelQuestion>('orders.cancel-question')
export const ORDER_NOTICE = partKind<OrderNotice>('orders.notice')
export const BULK_ACTION = partKind<BulkAction>('orders.bulk-action')
export const ORDER_PANEL = partKind<OrderPanel>('orders.panel')
