import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
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
  topics: [],
  at: '2026-11-20T08:00:00.000Z',
  ...more,
})

function show(actions: QueuedAction[], keptAt: string | null = null): DeviceActions {
  const queue = {
    actions,
    settled: new Set<string>(),
    fresh: new Set<string>(),
    waiting: actions.filter(({ refusal }) => refusal === undefined),
    waitingCount: actions.length,
    act: vi.fn<DeviceActions['act']>(),
    actAndWait: vi.fn<DeviceActions['actAndWait']>(),
    dismiss: vi.fn<DeviceActions['dismiss']>(),
    tryNow: vi.fn<DeviceActions['tryNow']>(),
  }
  render(
    <MantineProvider env="test">
      <QueueBar queue={queue} what={(one) => `PACKAGED ${one.subject}`} keptAt={keptAt} />
    </MantineProvider>,
  )
  return queue
}

test('says how many actions wait and which, and sends them when asked', () => {
  const queue = show([action(1), action(2)])
  expect(screen.getByText('2 actions wait for the line')).toBeTruthy()
  expect(screen.getByText(/PACKAGED orders:2 · Ταβέρνα Ο Φάρος/)).toBeTruthy()
  fireEvent.click(screen.getByText('Send now'))
  expect(queue.tryNow).toHaveBeenCalledOnce()
})

test('says why an action was not accepted until the person has read it', () => {
  const queue = show([action(1, { refusal: { kind: 'refused', code: 'packaging.not-waiting', details: {} } })])
  expect(screen.queryByText(/wait for the line/)).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('Only an order that waits for packaging')
  fireEvent.click(screen.getByText('I have read it'))
  expect(queue.dismiss).toHaveBeenCalledWith('key-1')
})

test('says how old the page is, and nothing at all when everything is fresh and sent', () => {
  show([], '2026-11-20T08:00:00.000Z')
  expect(screen.getByRole('status').textContent).toContain('What you see is from')
})
