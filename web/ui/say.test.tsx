/** Tests that the message of a failed command leaves as soon as the same command has succeeded. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { defineCommand } from '#kernel/contract.ts'
import { runCommand } from '#web/api.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import { say } from './say.tsx'

const move = defineCommand('orders.move-many', {
  right: ordersRights.write,
  input: z.strictObject({ ids: z.array(z.number()) }),
  output: z.strictObject({}),
})
let works = false

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  works = false
  vi.stubGlobal('fetch', async () => (works ? Response.json({}) : new Response('', { status: 500 })))
  await drawPart(<button type="button">field</button>)
})
afterEach(() => vi.unstubAllGlobals())

const fail = (ids: number[]) =>
  runCommand(move, { ids }).catch((error: unknown) => say.failed(error, () => undefined, `Orders ${ids.join()}.`))

test('a failure leaves with the success of the same command, and others stay', async () => {
  await fail([1, 2])
  await fail([3])
  await screen.findByText(/Orders 1,2\./)
  works = true
  await runCommand(move, { ids: [1, 2] })
  await waitFor(() => expect(screen.queryByText(/Orders 1,2\./)).toBeNull())
  expect(screen.getByText(/Orders 3\./)).toBeTruthy()
})

test('a command that fails again is named once', async () => {
  await fail([4])
  await screen.findByText(/Orders 4\./)
  await fail([4])
  await waitFor(() => expect(screen.getAllByText(/Orders 4\./)).toHaveLength(1))
})

test('a success is a status, F8 moves the focus to its button and back, and what was undone is said', async () => {
  const field = screen.getByRole('button', { name: 'field' })
  field.focus()
  const undone = vi.fn()
  say.done('Moved.', undone)
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(undo.closest('[role="status"]')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'F8' })
  expect(document.activeElement).toBe(undo)
  fireEvent.keyDown(undo, { key: 'F8' })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'F8' })
  fireEvent.click(undo)
  fireEvent.click(undo)
  expect(undone).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(field)
  await screen.findByText('Undone: Moved.')
})

test('a message appears in a region that was in the page before it, so that every screen reader says it', async () => {
  const before = [...document.querySelectorAll('[aria-live="polite"]')]
  say.note('The printer is ready.')
  const message = await screen.findByText('The printer is ready.')
  expect(before.some((region) => region.contains(message))).toBe(true)
})

test('a message waits while it has the focus, and closes by itself after that', async () => {
  vi.useFakeTimers()
  say.done('Packed.', () => undefined)
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
  await pass(10)
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await pass(60_000)
  expect(undo.isConnected).toBe(true)
  act(() => undo.blur())
  await pass(10_000)
  expect(undo.isConnected).toBe(false)
  vi.useRealTimers()
})
