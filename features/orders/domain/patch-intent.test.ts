import { describe, expect, test } from 'vitest'
import type { OrderTransition } from './lifecycle.ts'
import { ORDER_STATUSES, type OrderStatus } from './order.ts'
import { intentOf, type PatchIntent, type PatchOfStatus, transitionTo } from './patch-intent.ts'

type Order = Parameters<typeof intentOf>[0]

const content = { sendsContent: true }
const none = {}
const red = { invoiceMode: 'red' } as const
const epsilon = { invoiceMode: 'epsilon' } as const
const nikos = { shippingBy: 'Νίκος' }

describe('the intent of a PATCH', () => {
  // biome-ignore format: a table is read in columns
  const INTENTS: readonly (readonly [OrderStatus, Partial<Order>, OrderStatus | null, Partial<PatchOfStatus>, PatchIntent])[] = [
    // status         the order   requested       the PATCH                       intent
    // without a status only shipping is noted
    ['STOCK-OK',      none,       null,           none,                           'note-shipping'],
    ['STOCK-OK',      none,       null,           content,                        'note-shipping'],
    ['ON SHIPPING',   nikos,      null,           { shipping_by: 'Μαρία' },       'note-shipping'],
    // the content of these three statuses can be changed, and their own status comes back with it
    ['OFFER',         none,       'OFFER',        content,                        'keep-status'],
    ['PENDING-STOCK', none,       'PENDING-STOCK', content,                       'keep-status'],
    ['STOCK-OK',      none,       'STOCK-OK',     content,                        'keep-status'],
    ['STOCK-OK',      none,       'STOCK-OK',     none,                           'move'],
    ['STOCK-OK',      none,       'TO-PACKAGE',   content,                        'move'],
    ['TO-PACKAGE',    none,       'TO-PACKAGE',   content,                        'move'],
    // the accounting service has already made the order INVOICED
    ['INVOICED',      epsilon,    'INVOICED',     none,                           'keep-status'],
    ['INVOICED',      epsilon,    'INVOICED',     { invoicedAt: 'epsilon' },      'keep-status'],
    ['INVOICED',      epsilon,    'INVOICED',     { invoicedAt: 'red' },          'move'],
    ['INVOICED',      red,        'INVOICED',     none,                           'move'],
    ['INVOICED',      epsilon,    'ON SHIPPING',  none,                           'move'],
    // creating the shipment has already made the order ON SHIPPING; the driver is compared without accents and case
    ['ON SHIPPING',   nikos,      'ON SHIPPING',  { shipping_by: ' νικοσ ' },     'note-shipping'],
    ['ON SHIPPING',   nikos,      'ON SHIPPING',  { shipping_by: 'Μαρία' },       'move'],
    ['ON SHIPPING',   nikos,      'ON SHIPPING',  none,                           'move'],
    ['ON SHIPPING',   nikos,      'SHIPPED',      { shipping_by: 'Νίκος' },       'move'],
  ]
  test.each(INTENTS)('%s %j, requested %s with %j: %s', (status, order, requested, patch, intent) => {
    const given = { status, invoiceMode: null, shippingBy: null, ...order }
    expect(intentOf(given, { status: requested, sendsContent: false, ...patch })).toBe(intent)
  })
})

describe('the transition to a requested status', () => {
  // biome-ignore format: a table is read in columns
  const TRANSITIONS: readonly (readonly [OrderStatus, OrderStatus, Partial<PatchOfStatus>, OrderTransition | null])[] = [
    // from               requested           the PATCH                                     transition
    ['OFFER',             'PENDING-STOCK',    none,                                         'convert'],
    ['OFFER',             'STOCK-OK',         none,                                         null],
    ['PENDING-STOCK',     'STOCK-OK',         none,                                         'find-stock'],
    ['STOCK-OK',          'PENDING-STOCK',    none,                                         'lose-stock'],
    ['PARKED',            'STOCK-OK',         none,                                         'reopen'],
    ['READY-TO-INVOICE',  'INVOICED',         none,                                         'invoice-epsilon'],
    ['READY-TO-INVOICE',  'INVOICED',         { invoicedAt: 'red' },                        'invoice-red'],
    ['READY-TO-INVOICE',  'INVOICED',         { refcode: '71.00.00' },                      'invoice-red'],
    ['READY-TO-INVOICE',  'INVOICED',         { refcode: '71.00.01' },                      'invoice-epsilon'],
    ['READY-TO-INVOICE',  'INVOICED',         { invoicedAt: 'epsilon', refcode: '71.00.00' }, 'invoice-epsilon'],
    ['ON SHIPPING',       'INVOICED',         { invoicedAt: 'red' },                        'to-planning'],
    ['RETURNED',          'INVOICED',         none,                                         're-ship'],
    ['SHIPPED',           'CANCELED',         none,                                         null],
  ]
  test.each(TRANSITIONS)('from %s to %s with %j: %s', (from, status, patch, transition) => {
    expect(transitionTo(from, { status, ...patch })).toBe(transition)
  })

  test('never leads from a status to itself', () => {
    expect(ORDER_STATUSES.filter((status) => transitionTo(status, { status }) !== null)).toEqual([])
  })
})
