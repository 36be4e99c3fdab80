import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { MatchEditor } from './MatchEditor.tsx'

const realFetch = globalThis.fetch
let sent: { matches: { documentId: number; cents: number }[] }[] = []
let answer: object

const document = (id: number, total: number, cents: number, more: object = {}) => ({
  id,
  date: `2026-10-0${id}`,
  reference: '',
  total,
  most: total,
  cents,
  byHand: false,
  open: total - cents,
  ...more,
})
const matching = (more: object = {}) => ({
  id: 9,
  kind: 'customers',
  amount: 100_00,
  unmatched: 0,
  byHand: 0,
  closed: null,
  documents: [document(1, 60_00, 60_00), document(2, 50_00, 40_00), document(3, 30_00, 0)],
  more: false,
  ...more,
})

beforeAll(async () => {
  await startLanguages()
  localStorage.setItem('authUser', JSON.stringify({ uid: 1, first_name: 'Άννα', role: 'admin' }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
})
beforeEach(() => {
  sent = []
  answer = matching()
  globalThis.fetch = async (_address, request) => {
    if (request?.method === 'POST') {
      sent.push(JSON.parse(request.body as string))
      return Response.json({ id: 9, unmatched: 0 })
    }
    return Response.json(answer)
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

const drawEditor = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <MatchEditor id={9} />
      </MantineProvider>
    </QueryClientProvider>,
  )
const draw = async () => {
  drawEditor()
  await screen.findByRole('textbox', { name: 'Amount for Order 1' })
}
const cell = (id: number) => screen.getByRole<HTMLInputElement>('textbox', { name: `Amount for Order ${id}` })
/** Presses Enter in a cell, which submits its form. */
const accept = (id: number) => {
  const { form } = cell(id)
  if (form) fireEvent.submit(form)
}
const values = () => [1, 2, 3].map((id) => cell(id).value)
const order = () => screen.getAllByRole('textbox').map((box) => box.getAttribute('aria-label')?.slice(-1))

test('the oldest documents are proposed, and Enter in a cell accepts them', async () => {
  await draw()
  expect(values()).toEqual(['60,00', '40,00', '0,00'].map((text) => text.replace(',', cell(1).value.slice(-3, -2))))
  accept(1)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.matches).toEqual([
    { documentId: 1, cents: 60_00 },
    { documentId: 2, cents: 40_00 },
  ])
})

test('nothing is proposed for a document that other payments settle, unless a person moves it to the top', async () => {
  answer = matching({
    amount: 70_00,
    documents: [
      document(1, 100_00, 0, { open: 0 }),
      document(2, 50_00, 50_00),
      document(3, 30_00, 20_00, { cents: 20_00, open: 10_00 }),
    ],
  })
  drawEditor()
  fireEvent.click(await screen.findByRole('checkbox'))
  const amounts = () => [1, 2, 3].map((id) => Number(cell(id).value.replace(',', '.')))
  expect(amounts()).toEqual([0, 50, 20])
  fireEvent.keyDown(cell(3), { key: 'ArrowUp', altKey: true })
  expect(amounts()).toEqual([0, 40, 30])
  fireEvent.keyDown(cell(1), { key: 'ArrowUp', altKey: true })
  expect(amounts()).toEqual([70, 0, 0])
})

test('the open document of exactly the amount is proposed before older ones, which one press puts first again', async () => {
  answer = matching({
    amount: 50_00,
    documents: [
      document(1, 60_00, 50_00, { open: 10_00 }),
      document(2, 50_00, 0, { open: 50_00 }),
      document(3, 30_00, 0, { open: 30_00 }),
    ],
  })
  await draw()
  const amounts = () => [1, 2, 3].map((id) => Number(cell(id).value.replace(',', '.')))
  expect(amounts()).toEqual([0, 50, 0])
  accept(2)
  await waitFor(() => expect(sent[0]?.matches).toEqual([{ documentId: 2, cents: 50_00 }]))
  fireEvent.change(cell(3), { target: { value: '5' } })
  fireEvent.click(screen.getByRole('button', { name: 'Oldest first' }))
  expect(amounts()).toEqual([50, 0, 0])
})

test('a number in a cell is a part, and the rest goes to the other documents', async () => {
  await draw()
  fireEvent.change(cell(3), { target: { value: '30' } })
  fireEvent.change(cell(1), { target: { value: '20,5' } })
  accept(1)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.matches).toEqual([
    { documentId: 1, cents: 20_50 },
    { documentId: 2, cents: 49_50 },
    { documentId: 3, cents: 30_00 },
  ])
})

test('more than a document has open is not sent', async () => {
  await draw()
  fireEvent.change(cell(3), { target: { value: '30,01' } })
  accept(3)
  expect(cell(3).getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('Alt with an arrow key moves a document, and the proposal follows the order', async () => {
  await draw()
  fireEvent.keyDown(cell(3), { key: 'ArrowUp', altKey: true })
  fireEvent.keyDown(cell(3), { key: 'ArrowUp', altKey: true })
  expect(order()).toEqual(['3', '1', '2'])
  accept(3)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.matches).toEqual([
    { documentId: 3, cents: 30_00 },
    { documentId: 1, cents: 60_00 },
    { documentId: 2, cents: 10_00 },
  ])
})

test('when another person has matched meanwhile the row shows it, and what was typed stays', async () => {
  await draw()
  fireEvent.change(cell(1), { target: { value: '33' } })
  answer = matching({ documents: [document(1, 60_00, 10_00, { most: 20_00, open: 0 }), document(2, 50_00, 50_00)] })
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Amount for Order 3' })).toBeNull())
  expect(cell(1).value).toBe('33')
  expect(cell(1).getAttribute('aria-invalid')).toBe('true')
})

test('a payment that settles nothing says why', async () => {
  answer = matching({ documents: [], closed: { kind: 'refused', code: 'payments.match-nothing' } })
  drawEditor()
  expect(await screen.findByText(/settle no documents/)).toBeTruthy()
})
