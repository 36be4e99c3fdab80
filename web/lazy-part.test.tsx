import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { lazyDialog, lazyPart, loadRecordParts, recordPart } from './lazy-part.tsx'

beforeAll(startLanguages)

test('a part whose code fails to load shows a message, and the rest of the page stays', async () => {
  const Missing = lazyPart(async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const Loaded = lazyPart<{ name: string }>(async () => ({ default: ({ name }) => <p>Hello {name}</p> }))
  render(
    <MantineProvider>
      <h1>Order 12</h1>
      <Missing />
      <Loaded name="Maria" />
    </MantineProvider>,
  )
  expect((await screen.findByRole('status')).textContent).toContain('This part could not be loaded.')
  expect(screen.getByRole('button', { name: 'Load again' })).toBeTruthy()
  expect(screen.getByRole('heading').textContent).toBe('Order 12')
  expect(await screen.findByText('Hello Maria')).toBeTruthy()
})

test('a dialog loads its code when it is first opened, and stays while it closes', async () => {
  let loads = 0
  const Asking = lazyDialog<{ order: number | null }>(
    ({ order }) => order !== null,
    async () => {
      loads += 1
      return ({ order }) => <p>{order === null ? 'closing' : `Order ${order}`}</p>
    },
  )
  const draw = (order: number | null) => (
    <MantineProvider>
      <Asking order={order} />
    </MantineProvider>
  )
  const { rerender } = render(draw(null))
  expect(loads).toBe(0)
  rerender(draw(12))
  expect(await screen.findByText('Order 12')).toBeTruthy()
  rerender(draw(null))
  expect(screen.getByText('closing')).toBeTruthy()
  expect(loads).toBe(1)
})

test('a part of the pages of single records is there at once after its code was loaded with the page, and else when it is shown', async () => {
  const part = (name: string) => recordPart<object>(name, async () => () => <p>Pay {name}</p>)
  const [OfOrder, OfLoan] = [part('orders-of-test'), part('loans-of-test')]
  await loadRecordParts('orders-of-test')
  render(
    <MantineProvider>
      <OfOrder />
      <OfLoan />
    </MantineProvider>,
  )
  expect(screen.getByText('Pay orders-of-test')).toBeTruthy()
  expect(screen.queryByText('Pay loans-of-test')).toBeNull()
  expect(await screen.findByText('Pay loans-of-test')).toBeTruthy()
})
