import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { CommandPalette } from './CommandPalette.tsx'

type Hit = { entity: string; id: number; title: string; subtitle: string; status: null; to: string }
const search = vi.hoisted(() => ({ hits: null as readonly Hit[] | null }))
vi.mock('#web/query.ts', async (original) => ({
  ...(await original<object>()),
  useAsk: () => ({ data: search.hits === null ? undefined : { hits: search.hits }, isPending: search.hits === null }),
}))
vi.mock('#web/navigation.tsx', () => ({ useGo: () => () => undefined }))
vi.mock('#web/layouts/menu.ts', () => ({ useMenu: () => ({ links: [{ to: '/orders' }] }) }))
vi.mock('#web/layouts/Sidebar.tsx', () => ({ useEntryText: () => () => 'Orders' }))

beforeAll(startLanguages)

test.each([
  ['Latin', 'k'],
  ['Greek', 'κ'],
])('Ctrl+K opens the search with a %s keyboard layout, also while the person is typing', async (_keyboard, key) => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <input aria-label="box" />
        <CommandPalette />
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('box'), { key, code: 'KeyK', ctrlKey: true })
  expect(await screen.findByRole('dialog')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
})

/** Returns the text of the selected entry. */
const selected = (): string => document.querySelector('[data-selected]')?.textContent ?? ''

test('the first record that is found is selected although a page was there before, until an arrow key selects another entry', async () => {
  const shown = () => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <CommandPalette />
      </QueryClientProvider>
    </MantineProvider>
  )
  const { rerender } = render(shown())
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByRole('textbox')
  fireEvent.change(box, { target: { value: 'ord' } })
  await waitFor(() => expect(selected()).toBe('Orders'))

  const hit = (id: number): Hit => ({ entity: 'orders', id, title: `#${id}`, subtitle: '', status: null, to: '/' })
  search.hits = [hit(12), hit(13)]
  rerender(shown())
  await waitFor(() => expect(selected()).toContain('#12'))
  fireEvent.keyDown(box, { key: 'ArrowDown', code: 'ArrowDown' })
  expect(selected()).toContain('#13')

  search.hits = [hit(12), hit(13)]
  rerender(shown())
  expect(selected()).toContain('#13')
})
