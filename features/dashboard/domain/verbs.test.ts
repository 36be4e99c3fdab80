/** Tests that the verbs of orders fit the statuses from which the life cycle lets their transitions begin. */
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type OrderFacts, orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/domain/order.ts'
import { isOrderVerb } from '#features/orders/domain/order-verb.ts'
import type { Verb } from '#kernel/verbs/verb.ts'

/** The verbs of orders that make no transition, and the statuses that they fit. */
const WITHOUT: Readonly<Record<string, readonly OrderStatus[]>> = {
  // it releases a packaged order first, and the order is invoiced when the accounting service accepts
  'invoicing.send-invoices': ['PACKAGED', 'READY-TO-INVOICE'],
  // it changes the day and not the status
  'orders.move-delivery': ORDER_STATUSES.filter(
    (status) => !['OFFER-DELETE', 'ON SHIPPING', 'SHIPPED', 'CANCELED', 'FINISHED'].includes(status),
  ),
}

const FACTS: Omit<OrderFacts, 'status'> = {
  invoiceMode: null,
  short: [],
  openTasks: 0,
  documentUnderWay: false,
  invoiceAccepted: false,
  credited: false,
}

const loaded = await Promise.all(
  globSync('features/*/domain/verbs.ts').map(
    async (file) => (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, Verb>>,
  ),
)
const VERBS = loaded.flatMap((verbs) => Object.values(verbs)).filter(({ on }) => on?.name === 'orders')
const fittingOf = ({ fits }: Verb) => ORDER_STATUSES.filter((status) => fits?.(status) ?? true)

describe('of the verbs of orders', () => {
  test.each(VERBS.filter(isOrderVerb))('$name fits where the life cycle lets $transition begin', (verb) => {
    const { right } = orderLifecycle.transitions[verb.transition]
    const begins = (status: OrderStatus) =>
      orderLifecycle.whyNot(verb.transition, { ...FACTS, status }, { role: 'admin' })?.code !== 'orders.wrong-status'
    expect(verb.right).toBe(right)
    expect(fittingOf(verb)).toEqual(ORDER_STATUSES.filter(begins))
    expect(verb.fits?.(null)).toBe(false)
  })

  test('all others are named here with the reason', () => {
    const others = VERBS.filter((verb) => !isOrderVerb(verb))
    expect(Object.fromEntries(others.map((verb) => [verb.name, fittingOf(verb)]))).toEqual(WITHOUT)
  })
})
