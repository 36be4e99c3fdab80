import { expect, test } from 'vitest'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { statusesOf, TAB_RULES, TABS } from './board-tabs.ts'

test('the bulk transition of each tab starts from statuses that the tab shows', () => {
  for (const tab of TABS) {
    const { bulk, statuses } = TAB_RULES[tab]
    const from = bulk ? orderLifecycle.transitions[bulk].from : []
    expect(statuses).toEqual(expect.arrayContaining([...from]))
  }
})

test('the status filter narrows a tab and never adds a status to it', () => {
  expect(statusesOf('stock', undefined)).toEqual(['PENDING-STOCK', 'STOCK-OK'])
  expect(statusesOf('stock', 'STOCK-OK')).toEqual(['STOCK-OK'])
  expect(statusesOf('stock', 'SHIPPED')).toEqual(['PENDING-STOCK', 'STOCK-OK'])
  expect(statusesOf('packaged', 'PACKAGED,SHIPPED')).toEqual(['PACKAGED'])
})
