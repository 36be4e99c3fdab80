import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { CommandPalette } from './CommandPalette.tsx'

vi.mock('#web/navigation.tsx', () => ({ useGo: () => () => undefined }))
vi.mock('#web/layouts/menu.ts', () => ({ useMenu: () => ({ links: [] }) }))
vi.mock('#web/layouts/Sidebar.tsx', () => ({ useEntryText: () => () => '' }))

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
