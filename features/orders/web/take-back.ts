/** Says which transition takes another one back. */
import type { Holder } from '#kernel/rights.ts'
import type { PLAIN_TRANSITIONS } from '../domain/contract.ts'
import { type OrderFacts, orderLifecycle, type OrderTransition } from '../domain/lifecycle.ts'

export type Plain = (typeof PLAIN_TRANSITIONS)[number]

const BACK: Partial<Record<OrderTransition, Plain>> = { park: 'unpark', unpark: 'park', send: 'reopen' }

/** Returns the transition that takes back what was done with an order, or null if there is none or the person may not make it. */
export function backFrom(transition: OrderTransition, order: OrderFacts, who: Holder): Plain | null {
  const back = BACK[transition]
  return back !== undefined && orderLifecycle.whyNot(back, order, who) === null ? back : null
}

/** An order that was moved just now, as far as its way back depends on it: no transition that is taken back leaves a document under way. */
export const justMoved = (transition: OrderTransition): OrderFacts => ({
  status: orderLifecycle.transitions[transition].to,
  invoiceMode: null,
  short: [],
  openTasks: 0,
  documentUnderWay: false,
  invoiceAccepted: false,
  credited: false,
})
