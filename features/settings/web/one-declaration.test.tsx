/** Tests that the page of a settings form needs its declaration and its words, and nothing else. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import i18n from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Dates } from '#web/Dates.tsx'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { SettingsFormPanel } from './SettingsFormPanel.tsx'

const SETTINGS = [
  { kind: 'text', name: 'note', longest: 50 },
  { kind: 'yes-no', name: 'open', usual: false },
  { kind: 'count', name: 'copies', usual: 1, least: 1, most: 9 },
  { kind: 'amount', name: 'fee', of: 'money', usual: 0, least: 0, most: 10_000 },
  { kind: 'choice', name: 'size', usual: 'A4', options: ['A4', 'A5'] },
  { kind: 'names', name: 'shelves', usual: [], longest: 20, mostEntries: 10 },
  {
    kind: 'rows',
    name: 'accounts',
    usual: [],
    mostEntries: 5,
    columns: [{ kind: 'text', name: 'iban', longest: 50, check: 'iban' }],
  },
]
const VALUES = {
  note: '',
  open: false,
  copies: 1,
  fee: 0,
  size: 'A4',
  shelves: [],
  accounts: [{ iban: '' }],
}
const each = (word: (name: string) => string) => Object.fromEntries(SETTINGS.map(({ name }) => [name, word(name)]))
const WORDS = {
  form: { trial: { title: 'Trial', body: 'Used on trial.' } },
  field: { trial: each((name) => `Name of ${name}`) },
  'setting-hint': { trial: each((name) => `Where ${name} shows`) },
  option: { trial: { size: { A4: 'Large', A5: 'Small' } } },
  column: { trial: { accounts: { iban: 'Account' } } },
}

const realFetch = globalThis.fetch
let saved: { values: object; shown: object } | null = null

beforeAll(async () => {
  await startLanguages()
  i18n.addResourceBundle('en', 'settings', WORDS, true, false)
})
beforeEach(() => {
  saved = null
  globalThis.fetch = async (address, init) => {
    if (init?.method === 'POST') {
      saved = JSON.parse(init.body as string)
      return Response.json({ changed: [] })
    }
    const { pathname } = new URL(address as string, 'http://page')
    if (pathname !== '/app/settings.trial') return Response.json({ rows: [], more: false })
    return Response.json({ id: 99, settings: SETTINGS, values: VALUES, effectiveAt: null })
  }
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Dates>
          <SettingsFormPanel name="trial" />
        </Dates>
      </MantineProvider>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

test('shows an input with name and hint for every setting, and sends what the person changed', async () => {
  await screen.findByText('Used on trial.')
  for (const { name } of SETTINGS) {
    expect(screen.getAllByText(`Name of ${name}`).length, name).toBeGreaterThan(0)
    expect(screen.getAllByText(new RegExp(`Where ${name} shows`)).length, name).toBeGreaterThan(0)
  }
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of note' }), { target: { value: 'Hello' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Name of fee' }), { target: { value: '3,50' } })
  fireEvent.click(screen.getByRole('switch', { name: /Name of open/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(saved?.values).toEqual({ note: 'Hello', fee: 350, open: true }))
  expect(saved?.shown).toEqual({ note: '', fee: 0, open: false })
})

test('refuses a wrong value of a row at its field, and sends nothing', async () => {
  await screen.findByText('Used on trial.')
  const accounts = screen.getByRole('group', { name: 'Name of accounts' })
  fireEvent.change(within(accounts).getByRole('textbox', { name: 'Account' }), { target: { value: 'GR00' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await within(accounts).findByText(/The check digits of this IBAN are wrong/)).toBeTruthy()
  expect(saved).toBeNull()
})
