import { expect, test } from 'vitest'
import type { NotedStopView } from '../domain/contract.ts'
import { topicsOfNotes } from './use-notes.ts'

const stop = (goodsWithoutCode?: NotedStopView['goodsWithoutCode']): NotedStopView => ({
  name: 'Ταβέρνα',
  orderIds: [1],
  problems: [],
  note: null,
  differs: false,
  ...(goodsWithoutCode && { goodsWithoutCode }),
})

test('an answer hangs on the products only while goods lack a code, in either direction', () => {
  const lacking = stop([{ id: 3, name: 'Κερί', problem: 'missing' }])
  const topics = [
    { stops: [stop()], back: [stop([])] },
    { stops: [stop(), lacking], back: [] },
    { stops: [], back: [lacking] },
  ].map((answer) => topicsOfNotes(7, answer))
  const always = ['shipments:7', 'loans', 'settings']
  expect(topics).toEqual([always, [...always, 'products'], [...always, 'products']])
})
