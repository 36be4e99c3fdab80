/** The grip and the arrow keys move a stop, however fast the keys come and whatever changes the shipment meanwhile. */
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { type PlannedStop, withOrders, withoutOrders } from '../planning/stop-order.ts'
import { StopList } from './StopList.tsx'

beforeAll(startLanguages)

const row = (id: number) => ({
  id,
  customerId: id,
  name: `Ταβέρνα ${id}`,
  label: '',
  address: `Ερμού ${id}`,
  city: 'Αθήνα',
  postcode: '10563',
  phone: '2101',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 2,
  total: 1_250,
  invoiceMode: 'epsilon',
})

/** Holds the stops, as the page of shipping does. The last buttons take an order away as another planner does. */
function Desk({ locked }: { locked: readonly number[] }) {
  const [stops, setStops] = useState<readonly PlannedStop[]>(() =>
    withOrders([], [1, 2, 3, 4].map(row)).map((stop) => ({ ...stop, locked: locked.includes(stop.id) })),
  )
  return (
    <>
      <StopList stops={stops} setStops={setStops} arrivals={{ byOrder: new Map(), stale: false }} />
      <p data-stored>{stops.map(({ id }) => id).join()}</p>
      {stops.map(({ id }) => (
        <button key={id} type="button" onClick={() => setStops((now) => withoutOrders(now, new Set([id])))}>
          {`Take ${id} away`}
        </button>
      ))}
    </>
  )
}

/** Draws a shipment of four stops, of which some are locked. */
const open = (...locked: number[]) =>
  render(
    <MantineProvider env="test">
      <Desk locked={locked} />
    </MantineProvider>,
  )
const grip = (id: number) => screen.getByRole('button', { name: `Ταβέρνα ${id}: drag` })
const stored = () => document.querySelector('[data-stored]')?.textContent?.split(',').map(Number)
const takeAway = (id: number) => fireEvent.click(screen.getByRole('button', { name: `Take ${id} away` }))
const spoken = () => screen.getByRole('status').textContent

/** Returns the orders of the stops as they are drawn. */
const shown = () =>
  screen.getAllByRole('listitem').map((item) => Number(/Ταβέρνα (\d)/.exec(item.textContent ?? '')?.[1]))

/** Types keys into what has the focus, one right after the other. */
function type(...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}

test('no arrow key is lost, however fast the keys follow the one that picks the stop up', () => {
  open()
  act(() => grip(1).focus())
  type(' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp')
  expect(shown()).toEqual([2, 3, 1, 4])
  expect(stored()).toEqual([1, 2, 3, 4])
  expect(spoken()).toBe('Ταβέρνα 1 is at position 3 of 4.')
  type(' ')
  expect(stored()).toEqual([2, 3, 1, 4])
  expect(spoken()).toBe('Ταβέρνα 1 is dropped at position 3 of 4.')
  expect(document.activeElement).toBe(grip(1))
  type('ArrowDown')
  expect(shown(), 'a stop that is not picked up stays').toEqual([2, 3, 1, 4])
})

test('a held Enter key picks the stop up once, and Escape puts it back', () => {
  open()
  act(() => grip(3).focus())
  type('Enter')
  fireEvent.keyDown(grip(3), { key: 'Enter', repeat: true })
  type('ArrowUp', 'ArrowUp', 'ArrowUp')
  expect(shown()).toEqual([3, 1, 2, 4])
  expect(grip(3).getAttribute('aria-pressed')).toBe('true')
  type('Escape')
  expect(shown()).toEqual([1, 2, 3, 4])
  expect(stored()).toEqual([1, 2, 3, 4])
  expect(grip(3).getAttribute('aria-pressed')).toBe('false')
  expect(spoken()).toBe('Cancelled. The order of the stops has not changed.')
})

test('a stop moves past a locked one, which keeps its position', () => {
  open(2)
  act(() => grip(1).focus())
  type(' ', 'ArrowDown')
  expect(shown()).toEqual([3, 2, 1, 4])
})

test('a stop that leaves the shipment meanwhile does not return with the one that is dropped', () => {
  open()
  act(() => grip(1).focus())
  type(' ', 'ArrowDown')
  takeAway(3)
  expect(shown()).toEqual([2, 1, 4])
  type('ArrowDown', ' ')
  expect(stored()).toEqual([2, 4, 1])
})

test('a stop that leaves the shipment while it is picked up leaves the others as they were', () => {
  open()
  act(() => grip(2).focus())
  type(' ', 'ArrowDown')
  takeAway(2)
  expect(shown()).toEqual([1, 3, 4])
  fireEvent.click(screen.getByRole('button', { name: 'Ταβέρνα 1: later' }))
  expect(shown()).toEqual([3, 1, 4])
  act(() => grip(4).focus())
  type(' ', 'ArrowUp', ' ')
  expect(stored()).toEqual([3, 4, 1])
})

test('a stop is dropped where it is when the focus leaves its grip', () => {
  open()
  act(() => grip(1).focus())
  type(' ', 'ArrowDown')
  act(() => grip(4).focus())
  expect(stored()).toEqual([2, 1, 3, 4])
  expect(spoken()).toBe('Ταβέρνα 1 is dropped at position 2 of 4.')
})

test('Alt with an arrow key moves a stop at once', () => {
  open()
  act(() => grip(4).focus())
  fireEvent.keyDown(grip(4), { key: 'ArrowUp', altKey: true })
  fireEvent.keyDown(grip(4), { key: 'ArrowUp', altKey: true })
  expect(stored()).toEqual([1, 4, 2, 3])
})
