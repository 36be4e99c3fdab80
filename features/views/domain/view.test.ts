import { expect, test } from 'vitest'
import { createView } from './contract.ts'
import { maySeeView } from './view.ts'

test('a view is the own one of a person, ascending, without groups and sums, unless the request says so', () => {
  const view = createView.input.parse({ list: 'orders', name: 'Δικά μου', state: { columns: ['id'] } })
  expect(view).toMatchObject({ shared: false, state: { descending: false, grouped: false, sums: false, sort: null } })
})

test('a view is seen by its owner, and by others only if it is shared', () => {
  const seen = (shared: boolean, personId: number) => maySeeView({ ownerId: 1, shared }, personId)
  expect([seen(false, 1), seen(false, 2), seen(true, 2)]).toEqual([true, false, true])
})

test('a view needs a name', () => {
  const view = { list: 'orders', name: ' ', state: { columns: ['id'] } }
  expect(createView.input.safeParse(view).error?.issues).toMatchObject([{ path: ['name'], message: 'required' }])
})
