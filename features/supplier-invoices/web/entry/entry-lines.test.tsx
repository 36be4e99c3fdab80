/** Tests that a supplier invoice keeps what a person types faster than the server answers. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { EMPTY_INVOICE } from '../../domain/invoice-draft.ts'
import { EntryLines } from './EntryLines.tsx'

const LAMP = {
  id: 5,
  name: 'Lamp',
  sku: 'LMP',
  providerSku: '',
  unit: 'pcs',
  vat: 2400,
  cost: 1_0000,
  costComputed: false,
  service: false,
  stock: 0,
  lastPrice: null,
}
/** Lets the server answer the search. */
let answer: () => void
let rows: object[] = []

function Invoice() {
  const [draft, setDraft] = useState(EMPTY_INVOICE)
  const [entry] = useState(() => createRef<HTMLInputElement>())
  return <EntryLines lines={draft.lines} zeroVat={false} providerId={null} setDraft={setDraft} entry={entry} />
}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(async () => {
  rows = [LAMP]
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = resolve
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('find-goods')) return new Promise(() => undefined)
    await promise
    return Response.json({ rows })
  })
  await drawPart(<Invoice />)
  picker().focus()
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
})

const picker = () => screen.getByRole<HTMLInputElement>('combobox')
const enter = (more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ...more })
/** Types letter by letter where the cursor is. */
const type = (text: string) => {
  for (const letter of text) {
    const input = document.activeElement as HTMLInputElement
    fireEvent.change(input, { target: { value: input.value + letter } })
  }
}
const figure = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}.*Lamp`))

test('quantity and cost that are typed before the product is found stand in its line', async () => {
  type('LMP')
  enter()
  type('150*0,06')
  enter()
  await act(async () => answer())
  await waitFor(() => expect(figure('Quantity').value).toBe('150'))
  expect(figure('New cost').value).toBe('0.06')
  expect(document.activeElement).toBe(picker())
})

test('a line that is typed whole has quantity and cost, and the cursor stays for the next one', async () => {
  type('LMP 150*0,06')
  enter()
  type('LMP 2')
  await act(async () => answer())
  await waitFor(() => expect(figure('Quantity').value).toBe('150'))
  expect(figure('New cost').value).toBe('0.06')
  expect(document.activeElement).toBe(picker())
  expect(picker().value).toBe('LMP 2')
})

test('a text that is found nowhere becomes an expense by Shift+Enter and not by Enter', async () => {
  rows = []
  type('Transport')
  enter()
  await act(async () => answer())
  // it stands below the field, and a screen reader hears it
  await waitFor(() => expect(screen.getAllByText('Nothing found').length).toBeGreaterThan(0))
  enter()
  expect(screen.queryByRole('row')).toBeNull()
  enter({ shiftKey: true })
  expect(screen.getByRole('row', { name: /Transport/ })).toBeTruthy()
  expect(picker().value).toBe('')
})
