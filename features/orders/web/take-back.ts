/** Says which transition takes another one back. */
import type { Holder } from '#kernel/rights.ts'
import type { PLAIN_TRANSITIONS } from '../domain/contract.ts'
import { type OrderFacts, orderLifecycle, type OrderTransition } from '../domain/lifecycle.ts'

type Plain = (typeof PLAIN_TRANSITIONS)[number]

const BACK: Partial<Record<OrderTransition, Plain>> = { park: 'unpark', unpark: 'park', send: 'reopen' }

/** Returns the transition that takes back what was done with an order, or null if there is none or the person may not make it. */
export function backFrom(transition: OrderTransition, order: OrderFacts, who: Holder): Plain | null {
  const back = BACK[transition]
  return back !== undefined && orderLifecycle.whyNot(back, order, who) === null ? back : null
}
