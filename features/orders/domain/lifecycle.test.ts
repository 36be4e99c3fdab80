import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Role, ROLES } from '#kernel/rights.ts'
import { type OrderAgreement, orderLifecycle, type OrderFacts, type OrderTransition } from './lifecycle.ts'
import { ORDER_STATUSES, type OrderStatus } from './order.ts'

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

describe('the life cycle of an order', () => {
  test('has no dead end, and can reach every status but FINISHED', () => {
    expect(orderLifecycle.deadEnds()).toEqual([])
    const reached = new Set(Object.values(orderLifecycle.transitions).map((transition) => transition.to))
    // an order begins as OFFER, PENDING-STOCK or STOCK-OK; FINISHED comes only with imported data (C-06)
    const begins = ['OFFER', 'PENDING-STOCK', 'STOCK-OK']
    expect(ORDER_STATUSES.filter((status) => !reached.has(status) && !begins.includes(status))).toEqual(['FINISHED'])
  })

  test('has the same statuses as the database', () => {
    const schema = readFileSync(new URL('../../../db/migrations/0803_orders_and_stock.sql', import.meta.url), 'utf8')
    const check = /create table orders \([\s\S]*?check \(status in \(([\s\S]*?)\)\)/.exec(schema)?.[1] ?? ''
    expect(check.match(/'[^']+'/g)?.map((quoted) => quoted.slice(1, -1))).toEqual([...ORDER_STATUSES])
  })
})

type Who = Role | 'no role'
const roleOf = (who: Who): Role | null => (who === 'no role' ? null : who)

const OFFICE = ['user', 'logistirio', 'production', 'operations'] as const
const OUTSIDE = ['section', 'no role'] as const

// biome-ignore format: a table is read in columns
const CHOICES: readonly (readonly [status: OrderStatus, who: readonly Who[], choices: readonly OrderTransition[]])[] = [
  // status              who                                choices
  ['OFFER',              ['admin', ...OFFICE],              ['convert', 'delete-offer']],
  ['OFFER',              ['driver', ...OUTSIDE],            []],
  ['OFFER-DELETE',       ['admin'],                         ['restore-offer']],
  ['OFFER-DELETE',       [...OFFICE, 'driver', ...OUTSIDE], []],
  ['PENDING-STOCK',      ['admin', ...OFFICE],              ['find-stock', 'cancel']],
  ['PENDING-STOCK',      ['driver', ...OUTSIDE],            []],
  ['STOCK-OK',           ['admin', ...OFFICE],              ['lose-stock', 'send', 'cancel']],
  ['STOCK-OK',           ['driver', ...OUTSIDE],            []],
  ['TO-PACKAGE',         ['admin', ...OFFICE],              ['reopen', 'package', 'cancel']],
  ['TO-PACKAGE',         ['driver', ...OUTSIDE],            []],
  ['PACKAGED',           ['admin', ...OFFICE],              ['reopen', 'release', 'cancel']],
  ['PACKAGED',           ['driver', ...OUTSIDE],            []],
  ['READY-TO-INVOICE',   ['admin'],                         ['reopen', 'invoice-epsilon', 'invoice-red', 'park', 'cancel']],
  ['READY-TO-INVOICE',   OFFICE,                            ['reopen', 'invoice-epsilon', 'park', 'cancel']],
  ['READY-TO-INVOICE',   ['driver', ...OUTSIDE],            []],
  ['PARKED',             ['admin', ...OFFICE],              ['reopen', 'unpark', 'cancel']],
  ['PARKED',             ['driver', ...OUTSIDE],            []],
  ['INVOICED',           ['admin', ...OFFICE],              ['plan', 'undo-delivery', 'cancel']],
  ['INVOICED',           ['driver'],                        ['undo-delivery']],
  ['INVOICED',           OUTSIDE,                           []],
  ['ON SHIPPING',        ['admin', ...OFFICE, 'driver'],    ['deliver', 'to-planning', 'return']],
  ['ON SHIPPING',        OUTSIDE,                           []],
  ['SHIPPED',            ['admin', ...OFFICE, 'driver'],    ['undo-delivery']],
  ['SHIPPED',            OUTSIDE,                           []],
  ['RETURNED',           ['admin', ...OFFICE],              ['undo-delivery', 're-ship', 'cancel']],
  ['RETURNED',           ['driver'],                        ['undo-delivery']],
  ['RETURNED',           OUTSIDE,                           []],
  ['CANCELED',           ['admin', ...OFFICE],              []],
  ['CANCELED',           ['driver', ...OUTSIDE],            []],
  ['FINISHED',           ['admin', ...OFFICE],              []],
  ['FINISHED',           ['driver', ...OUTSIDE],            []],
]

describe('the choices of each role in each status', () => {
  test('are declared below for every status and every role once', () => {
    const named = CHOICES.flatMap(([status, who]) => who.map((one) => `${status}, ${one}`))
    const all = ORDER_STATUSES.flatMap((status) => [...ROLES, 'no role'].map((who) => `${status}, ${who}`))
    expect(named.toSorted()).toEqual(all.toSorted())
  })

  test.each(CHOICES)('%s, as %j: %j', (status, who, choices) => {
    const names = Object.keys(orderLifecycle.transitions) as OrderTransition[]
    for (const role of who.map(roleOf)) {
      expect(orderLifecycle.choices(facts({ status }), { role }).map((choice) => choice.name)).toEqual(choices)
      const stopped = names.filter((name) =>
        ['forbidden', 'orders.wrong-status'].includes(
          orderLifecycle.whyNot(name, facts({ status }), { role })?.code ?? '',
        ),
      )
      expect(stopped).toEqual(names.filter((name) => !choices.includes(name)))
    }
  })

  test('are refused for a missing right before a wrong status', () => {
    expect(orderLifecycle.whyNot('send', facts({ status: 'OFFER' }), { role: 'user' })?.code).toBe(
      'orders.wrong-status',
    )
    expect(orderLifecycle.whyNot('send', facts({ status: 'OFFER' }), { role: 'driver' })?.kind).toBe('forbidden')
  })
})

type Given = Partial<Omit<OrderFacts, 'status'>>
type Row = readonly [
  name: OrderTransition,
  status: OrderStatus,
  given: Given,
  agreed: OrderAgreement | '',
  code: string | null,
]
const SHORT = { short: ['κερί'] }
const TASKS = { openTasks: 2 }
const UNDER_WAY = { documentUnderWay: true }
const EPSILON = { invoiceMode: 'epsilon', invoiceAccepted: true } as const
const ALL_AGAINST: Given = { ...SHORT, ...TASKS, ...UNDER_WAY, ...EPSILON }

// biome-ignore format: a table is read in columns
const CLOSED_BY: readonly Row[] = [
  // transition        status              facts                              agreed       why not
  ['convert',         'OFFER',            ALL_AGAINST,                       '',          null],
  ['delete-offer',    'OFFER',            ALL_AGAINST,                       '',          null],
  ['restore-offer',   'OFFER-DELETE',     ALL_AGAINST,                       '',          null],
  ['find-stock',      'PENDING-STOCK',    {},                                '',          null],
  ['find-stock',      'PENDING-STOCK',    SHORT,                             '',          'orders.short'],
  ['find-stock',      'PENDING-STOCK',    TASKS,                             '',          'orders.open-tasks'],
  ['find-stock',      'PENDING-STOCK',    TASKS,                             'openTasks', null],
  ['find-stock',      'PENDING-STOCK',    { ...SHORT, ...TASKS },            'openTasks', 'orders.short'],
  ['lose-stock',      'STOCK-OK',         {},                                '',          'orders.not-short'],
  ['lose-stock',      'STOCK-OK',         TASKS,                             'undo',      null],
  ['lose-stock',      'STOCK-OK',         SHORT,                             '',          null],
  ['lose-stock',      'STOCK-OK',         { ...SHORT, ...TASKS },            '',          null],
  ['send',            'STOCK-OK',         {},                                '',          null],
  ['send',            'STOCK-OK',         SHORT,                             '',          'orders.short'],
  ['send',            'STOCK-OK',         TASKS,                             '',          'orders.open-tasks'],
  ['send',            'STOCK-OK',         TASKS,                             'openTasks', null],
  ['send',            'STOCK-OK',         { ...SHORT, ...TASKS },            'openTasks', 'orders.short'],
  ['package',         'TO-PACKAGE',       ALL_AGAINST,                       '',          null],
  ['reopen',          'TO-PACKAGE',       { ...SHORT, ...TASKS },            '',          null],
  ['reopen',          'TO-PACKAGE',       UNDER_WAY,                         '',          'orders.document-under-way'],
  ['reopen',          'PACKAGED',         UNDER_WAY,                         '',          'orders.document-under-way'],
  ['reopen',          'READY-TO-INVOICE', UNDER_WAY,                         '',          'orders.document-under-way'],
  ['reopen',          'PARKED',           UNDER_WAY,                         '',          'orders.document-under-way'],
  ['release',         'PACKAGED',         ALL_AGAINST,                       '',          null],
  ['invoice-epsilon', 'READY-TO-INVOICE', {},                                '',          'orders.not-accepted'],
  ['invoice-epsilon', 'READY-TO-INVOICE', { invoiceAccepted: true },         '',          null],
  ['invoice-epsilon', 'READY-TO-INVOICE', { ...UNDER_WAY, ...EPSILON },      '',          null],
  ['invoice-red',     'READY-TO-INVOICE', {},                                '',          null],
  ['invoice-red',     'READY-TO-INVOICE', UNDER_WAY,                         '',          'orders.document-under-way'],
  ['park',            'READY-TO-INVOICE', {},                                '',          null],
  ['park',            'READY-TO-INVOICE', UNDER_WAY,                         '',          'orders.document-under-way'],
  ['unpark',          'PARKED',           ALL_AGAINST,                       '',          null],
  ['plan',            'INVOICED',         EPSILON,                           '',          null],
  ['plan',            'INVOICED',         UNDER_WAY,                         '',          'orders.document-under-way'],
  ['deliver',         'ON SHIPPING',      ALL_AGAINST,                       '',          null],
  ['to-planning',     'ON SHIPPING',      ALL_AGAINST,                       '',          null],
  ['return',          'ON SHIPPING',      ALL_AGAINST,                       '',          null],
  ['undo-delivery',   'SHIPPED',          {},                                '',          'orders.only-to-undo'],
  ['undo-delivery',   'SHIPPED',          ALL_AGAINST,                       'undo',      null],
  ['undo-delivery',   'INVOICED',         {},                                '',          'orders.only-to-undo'],
  ['undo-delivery',   'INVOICED',         {},                                'undo',      null],
  ['undo-delivery',   'RETURNED',         {},                                '',          'orders.only-to-undo'],
  ['undo-delivery',   'RETURNED',         {},                                'undo',      null],
  ['re-ship',         'RETURNED',         EPSILON,                           '',          null],
  ['re-ship',         'RETURNED',         UNDER_WAY,                         '',          'orders.document-under-way'],
  ['cancel',          'PENDING-STOCK',    { ...SHORT, ...TASKS },            '',          null],
  ['cancel',          'STOCK-OK',         {},                                '',          null],
  ['cancel',          'TO-PACKAGE',       {},                                '',          null],
  ['cancel',          'PACKAGED',         {},                                '',          null],
  ['cancel',          'READY-TO-INVOICE', {},                                '',          null],
  ['cancel',          'READY-TO-INVOICE', UNDER_WAY,                         '',          'orders.document-under-way'],
  ['cancel',          'PARKED',           {},                                '',          null],
  ['cancel',          'INVOICED',         { invoiceMode: 'red' },            '',          null],
  ['cancel',          'INVOICED',         EPSILON,                           '',          'orders.credit-note-first'],
  ['cancel',          'INVOICED',         { ...EPSILON, ...UNDER_WAY },      '',          'orders.document-under-way'],
  ['cancel',          'INVOICED',         { ...EPSILON, credited: true },    '',          null],
  ['cancel',          'RETURNED',         { invoiceMode: 'red' },            '',          null],
  ['cancel',          'RETURNED',         EPSILON,                           '',          'orders.credit-note-first'],
  ['cancel',          'RETURNED',         { ...EPSILON, invoiceAccepted: false }, '',      null],
  ['cancel',          'RETURNED',         { ...EPSILON, ...UNDER_WAY },      '',          'orders.document-under-way'],
  ['cancel',          'RETURNED',         { ...EPSILON, credited: true },    '',          null],
  // An earlier credit note with an unclear result does not block the cancellation after a later one is accepted.
  ['cancel',          'RETURNED',         { ...EPSILON, ...UNDER_WAY, credited: true }, '', null],
]

describe('the facts that refuse a transition, and what a person may agree to', () => {
  test('are declared below for every transition from each of its statuses', () => {
    const named = new Set(CLOSED_BY.map(([name, status]) => `${name} from ${status}`))
    const all = Object.values(orderLifecycle.transitions).flatMap(({ name, from }) =>
      from.map((status) => `${name} from ${status}`),
    )
    expect([...named].toSorted()).toEqual(all.toSorted())
  })

  test.each(CLOSED_BY)('%s from %s with %j, agreed "%s": %s', (name, status, given, agreed, code) => {
    const order = facts({ status, ...given })
    const no = orderLifecycle.whyNot(name, order, { role: 'admin' }, agreed === '' ? {} : { [agreed]: true })
    expect(no?.code ?? null).toBe(code)
  })

  test('disable a button on the page too, as long as the person has agreed to nothing', () => {
    for (const [name, status, given, , code] of CLOSED_BY.filter(([, , , agreed]) => agreed === '')) {
      const choices = orderLifecycle.choices(facts({ status, ...given }), { role: 'admin' })
      expect([name, given, choices.find((one) => one.name === name)?.closed?.code ?? null]).toEqual([name, given, code])
    }
  })

  test('are in the refusal: the short products and the number of open tasks', () => {
    expect(orderLifecycle.whyNot('send', facts(SHORT), { role: 'user' })?.details).toEqual({ products: 'κερί' })
    expect(orderLifecycle.whyNot('send', facts(TASKS), { role: 'user' })?.details).toEqual({ count: 2 })
  })
})
