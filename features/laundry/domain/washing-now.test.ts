import { expect, test } from 'vitest'
import { quantity } from '#kernel/money.ts'
import type { StoredAction } from '#kernel/offline/offline-view.ts'
import type { Washing } from './contract.ts'
import { washingView } from './washing-now.ts'

const item = (taskId: number) => ({ taskId, name: `Ποτήρι ${taskId}`, unit: 'Item', quantity: quantity(4_0000) })
const WASHING: Washing = {
  returns: [
    { taskref: 'α', customer: 'Ακτή', at: '2026-11-20T08:00:00.000Z', note: '', photos: [], items: [item(1), item(2)] },
    { taskref: 'β', customer: 'Νησί', at: '2026-11-20T09:00:00.000Z', note: '', photos: [], items: [item(3)] },
  ],
  more: false,
  closed: [
    {
      id: 9,
      customer: 'Λιμάνι',
      taskIds: [7, 8],
      at: '2026-11-20T10:00:00.000Z',
      by: 'Μαρία',
      isUndone: false,
      undoUntil: '2026-11-20T10:10:00.000Z',
    },
  ],
}
const press = (command: string, input: object): StoredAction => ({
  key: `key of ${command}`,
  command,
  input,
  name: 'Ακτή',
  at: '2026-11-20T10:05:00.000Z',
})
const close = (...taskIds: number[]) =>
  press('laundry.close', { tasks: taskIds.map((taskId) => ({ taskId, clean: 4_0000 })), worker: 'Μαρία' })

test('a closed return leaves the list and waits for the connection', () => {
  const now = washingView.now(WASHING, [close(1, 2)])
  expect(now.returns.map(({ customer }) => customer)).toEqual(['Νησί'])
  expect(now.waiting).toEqual([{ key: 'key of laundry.close', customer: 'Ακτή', at: '2026-11-20T10:05:00.000Z' }])
})

test('a return stays with the items that no press has closed', () => {
  const [first] = washingView.now(WASHING, [close(2)]).returns
  expect(first?.items.map(({ taskId }) => taskId)).toEqual([1])
})

test('a stored Undo marks the closed return, and a stored photo belongs to the return of its tasks', () => {
  const now = washingView.now(WASHING, [
    press('laundry.undo-close', { taskIds: [7, 8] }),
    press('production.add-photo', { taskIds: [3], photo: '/9j/' }),
  ])
  expect(now.closed[0]).toMatchObject({ isUndone: true, undoUntil: null })
  expect(now.returns.map(({ photos }) => photos)).toEqual([[], ['data:image/jpeg;base64,/9j/']])
})

test('without presses nothing changes, and a press of another page is left out', () => {
  expect(washingView.now(WASHING, [press('stock.adjust-stock', {})])).toEqual({ ...WASHING, waiting: [] })
})

test('a closing that the answer names is not counted again while the queue still holds it', () => {
  const read = { ...WASHING, doneKeys: [close(1).key] }
  expect(washingView.now(read, [close(1)])).toEqual({ ...read, waiting: [] })
})
