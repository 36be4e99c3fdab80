import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#kernel/rights.ts'
import { orderLifecycle, type OrderFacts } from './lifecycle.ts'
import { ORDER_STATUSES } from './order.ts'

const facts = (given: Partial<OrderFacts>): OrderFacts => ({
  status: 'STOCK-OK',
  invoiceMode: null,
  short: [],
  openTasks: 0,
  documentUnderWay: false,
  invoiceAccepted: false,
  credited: false,
  ...given,
})

describe('the life of an order', () => {
  test('has no dead end, and every status but FINISHED can be reached', () => {
    expect(orderLifecycle.deadEnds()).toEqual([])
    const reached = new Set(Object.values(orderLifecycle.transitions).map((transition) => transition.to))
    // OFFER, PENDING-STOCK and STOCK-OK are where an order begins; FINISHED comes only with old data (ruling C-06)
    const begins = ['OFFER', 'PENDING-STOCK', 'STOCK-OK']
    expect(ORDER_STATUSES.filter((status) => !reached.has(status) && !begins.includes(status))).toEqual(['FINISHED'])
  })

  test('reads as the business tells it in docs/order-lifecycle.txt', async () => {
    const lines = Object.values(orderLifecycle.transitions).map(
      (one) => `${one.name}: ${one.from.join(', ')} -> ${one.to} (${one.right})`,
    )
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../../docs/order-lifecycle.txt')
  })

  test('knows the same statuses as the database', () => {
    const schema = readFileSync(new URL('../../../db/migrations/0002_orders_stock_loans.sql', import.meta.url), 'utf8')
    const check = /create table orders \([\s\S]*?check \(status in \(([\s\S]*?)\)\)/.exec(schema)?.[1] ?? ''
    expect(check.match(/'[^']+'/g)?.map((quoted) => quoted.slice(1, -1))).toEqual([...ORDER_STATUSES])
  })

  test('says why not: wrong status, missing right, facts', () => {
    expect(orderLifecycle.whyNot('send', facts({}), 'user')).toBeNull()
    expect(orderLifecycle.whyNot('send', facts({ status: 'OFFER' }), 'user')?.code).toBe('orders.wrong-status')
    expect(orderLifecycle.whyNot('send', facts({}), 'driver')?.kind).toBe('forbidden')
    expect(orderLifecycle.whyNot('send', facts({ short: ['κερί'] }), 'user')).toMatchObject({
      code: 'orders.short',
      details: { products: 'κερί' },
    })
    expect(orderLifecycle.whyNot('send', facts({ openTasks: 2 }), 'user')).toMatchObject({
      code: 'orders.open-tasks',
      details: { count: 2 },
    })
    // Process looks at stock only (ruling C-10)
    expect(orderLifecycle.whyNot('find-stock', facts({ status: 'PENDING-STOCK', openTasks: 2 }), 'user')).toBeNull()
    const returned = facts({ status: 'RETURNED', invoiceMode: 'epsilon' })
    expect(orderLifecycle.whyNot('cancel', returned, 'user')?.code).toBe('orders.credit-note-first')
    expect(orderLifecycle.whyNot('cancel', { ...returned, credited: true }, 'user')).toBeNull()
    expect(orderLifecycle.whyNot('cancel', { ...returned, invoiceMode: 'red' }, 'user')).toBeNull()
  })

  test('offers only what leaves the status and is the role’s, closed where facts close it', () => {
    const ready = facts({ status: 'READY-TO-INVOICE', documentUnderWay: true })
    expect(orderLifecycle.choices(ready, 'user').map((choice) => [choice.name, choice.closed?.code ?? null])).toEqual([
      ['reopen', 'orders.document-under-way'],
      ['invoice-epsilon', 'orders.not-accepted'],
      ['park', 'orders.document-under-way'],
      ['cancel', 'orders.document-under-way'],
    ])
    expect(orderLifecycle.choices(facts({ status: 'ON SHIPPING' }), 'driver').map((choice) => choice.name)).toEqual([
      'deliver',
      'to-planning',
      'return',
    ])
    for (const role of ROLES) expect(orderLifecycle.choices(facts({ status: 'SHIPPED' }), role)).toEqual([])
  })
})
