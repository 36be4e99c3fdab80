import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { CommandPalette } from './CommandPalette.tsx'

type Hit = { entity: string; id: number; title: string; subtitle: string; status: null; to: string }
/** Answers the search, as soon as the test calls it. */
let answer: (hits: readonly Hit[]) => void

beforeAll(startLanguages)
beforeEach(() => {
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    if (address.startsWith('/app/search.everything')) answer = (hits) => resolve(Response.json({ hits }))
    return promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each([
  ['Latin', 'k'],
  ['Greek', 'κ'],
])('Ctrl+K opens the search with a %s keyboard layout, also while the person is typing', async (_keyboard, key) => {
  await drawPart(
    <>
      <input aria-label="box" />
      <CommandPalette />
    </>,
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('box'), { key, code: 'KeyK', ctrlKey: true })
  expect(await screen.findByRole('dialog')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
})

/** Returns the text of the selected entry. */
const selected = (): string => document.querySelector('[data-selected]')?.textContent ?? ''

test('the first record that is found is selected although a page was there before, until an arrow key selects another entry', async () => {
  await drawPart(<CommandPalette />)
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByRole('textbox')
  fireEvent.change(box, { target: { value: 'ord' } })
  await waitFor(() => expect(selected()).toBe('All Orders'))

  const hit = (id: number, subtitle = ''): Hit => ({
    entity: 'orders',
    id,
    title: `#${id}`,
    subtitle,
    status: null,
    to: '/',
  })
  await waitFor(() => expect(answer).toBeDefined())
  answer([hit(12), hit(13)])
  await waitFor(() => expect(selected()).toContain('#12'))
  fireEvent.keyDown(box, { key: 'ArrowDown', code: 'ArrowDown' })
  expect(selected()).toContain('#13')

  const again = queryClient.invalidateQueries()
  answer([hit(12, 'Δάφνη'), hit(13, 'Πλάτανος')])
  await again
  expect(await screen.findByText(/Πλάτανος/)).toBeTruthy()
  expect(selected()).toContain('#13')
})

test('the last change can be undone by its name after its message has closed, once', async () => {
  await drawPart(<CommandPalette />)
  const undone = vi.fn()
  say.done('Order 12 is packaged.', undone)
  const look = async () => {
    fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'order 12' } })
  }
  await look()
  fireEvent.click(await screen.findByText('Undo: Order 12 is packaged.'))
  expect(undone).toHaveBeenCalledOnce()
  await look()
  await waitFor(() => expect(screen.queryByText('Undo: Order 12 is packaged.')).toBeNull())
})
