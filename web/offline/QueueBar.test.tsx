import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import type { QueuedAction } from './action-queue.ts'
import type { DeviceActions } from './device-actions.ts'
import { QueueBar } from './QueueBar.tsx'

beforeAll(startLanguages)

const action = (id: number, more: Partial<QueuedAction> = {}): QueuedAction => ({
  key: `key-${id}`,
  command: 'packaging.package-order',
  input: { id },
  subject: `orders:${id}`,
  name: 'Ταβέρνα Ο Φάρος',
  at: '2026-11-20T08:00:00.000Z',
  ...more,
})

/** Returns a queue and its bar. */
function barOf(actions: QueuedAction[], cachedAt: string | null = null, grave = false) {
  const queue: DeviceActions = {
    actions,
    settled: new Set<string>(),
    fresh: new Set<string>(),
    failing: new Set<string>(),
    withdrawn: new Set<string>(),
    waiting: actions.filter(({ refusal }) => refusal === undefined),
    waitingCount: actions.length,
    act: vi.fn<DeviceActions['act']>(),
    actAll: vi.fn<DeviceActions['actAll']>(),
    actAndWait: vi.fn<DeviceActions['actAndWait']>(),
    dismiss: vi.fn<DeviceActions['dismiss']>(),
    withdraw: vi.fn<DeviceActions['withdraw']>(),
    tryNow: vi.fn<DeviceActions['tryNow']>(),
  }
  const bar = (
    <MantineProvider env="test">
      <ModalsProvider>
        <QueueBar queue={queue} what={(one) => `PACKAGED ${one.subject}`} cachedAt={cachedAt} grave={() => grave} />
      </ModalsProvider>
    </MantineProvider>
  )
  return { queue, bar }
}

function show(...given: Parameters<typeof barOf>): DeviceActions {
  const { queue, bar } = barOf(...given)
  render(bar)
  return queue
}

// the region of what is said aloud is none of the bar
afterEach(() => document.querySelector('.said-aloud')?.remove())

test('the bar shows the number and names of the waiting actions, and a button sends them', () => {
  const queue = show([action(1), action(2)])
  expect(screen.getByText('2 actions are waiting for a connection')).toBeTruthy()
  expect(screen.getByText(/PACKAGED orders:2 · Ταβέρνα Ο Φάρος/)).toBeTruthy()
  fireEvent.click(screen.getByText('Send now'))
  expect(queue.tryNow).toHaveBeenCalledOnce()
})

test('a screen reader hears that actions wait, and that all of them have arrived', async () => {
  const said = () => document.querySelector('.said-aloud')?.textContent
  const { rerender } = render(barOf([]).bar)
  const region = screen.getByRole('status')
  rerender(barOf([action(1)]).bar)
  // the text comes into a region that was there before
  expect(screen.getByRole('status')).toBe(region)
  expect(region.textContent).toContain('1 action is waiting for a connection')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(said() ?? '').toBe('')
  rerender(barOf([]).bar)
  await vi.waitFor(() => expect(said()).toBe('All actions have reached the office'))
})

test('an action that is merely on its way is said to be sent, and to wait when it has taken long', () => {
  vi.useFakeTimers()
  show([action(1, { at: new Date().toISOString() })])
  expect(screen.getByText('1 action is being sent')).toBeTruthy()
  act(() => {
    vi.advanceTimersByTime(6_000)
  })
  expect(screen.getByText('1 action is waiting for a connection')).toBeTruthy()
  vi.useRealTimers()
})

const no = { kind: 'refused', code: 'packaging.not-waiting', details: {} } as const

test('the bar shows the reason of a refused action until the person confirms it', async () => {
  const queue = show([action(1, { refusal: no })])
  expect(screen.queryByText(/waiting for a connection/)).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Only an order that waits for packaging')
  fireEvent.click(screen.getByText('I have read it'))
  await vi.waitFor(() => expect(queue.dismiss).toHaveBeenCalledWith('key-1'))
})

test('a refusal about money is confirmed twice before it leaves the list', async () => {
  const queue = show([action(1, { refusal: no })], null, true)
  fireEvent.click(screen.getByText('I have read it'))
  const remove = await screen.findByText('Remove from the list')
  expect(queue.dismiss).not.toHaveBeenCalled()
  fireEvent.click(remove)
  await vi.waitFor(() => expect(queue.dismiss).toHaveBeenCalledWith('key-1'))
})

test('the bar announces waiting actions once, separately from alerts', () => {
  show([action(1), action(2, { refusal: no })])
  expect(screen.getByRole('status').textContent).toContain('1 action is waiting')
  expect(screen.getByRole('status').contains(screen.getByRole('alert'))).toBe(false)
})

test('the bar shows the age of the stored data', () => {
  show([], '2026-11-20T08:00:00.000Z')
  expect(screen.getByText(/What you see is from/)).toBeTruthy()
})

test('the bar shows nothing while all data are current and all actions are sent', () => {
  show([])
  expect(screen.queryByText(/What you see is from|waiting for a connection/)).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
})
