/** Tests a line of a bank that is a payment already: one press answers it, and a further payment is made only after a question. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart } from '#app/web/router/test-page.tsx'
import type { StatementLine } from '../domain/contract.ts'
import { OpenLine } from './OpenLine.tsx'

let sent: object[] = []
/** The providers whose name is found. */
let found: string[] = []
const go = vi.fn<(step: 1 | -1) => void>()
const marked = vi.fn<(isDone: boolean) => void>()

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  sent = []
  found = ['Wax Trade']
  marked.mockClear()
  go.mockClear()
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    if (address.includes('customers.options')) return Response.json({ rows: [] })
    if (address.includes('providers.options'))
      return Response.json({ rows: found.map((name, at) => ({ id: 9 + at, name, label: '', vat: '' })) })
    const input = JSON.parse(request?.body as string) as {
      lines: { paymentId?: number; partyId?: number; confirmEqual?: boolean }[]
    }
    sent.push(input)
    if (address.includes('reopen')) return Response.json({ reopened: 1 })
    const [line] = input.lines
    if (line?.paymentId !== undefined || line?.partyId === 9 || line?.confirmEqual)
      return Response.json({ accepted: [5], refused: [], already: 0 })
    const details = { paymentId: 83, name: 'Old Tavern', date: '2026-11-18', amount: 70_00, confirm: 'confirmEqual' }
    return Response.json({ refusal: { kind: 'refused', code: 'payments.equal-exists', details } }, { status: 422 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const LINE = {
  id: 5,
  day: '2026-11-19',
  amount: 70_00,
  name: 'OLD TAVERN',
  iban: '',
  text: 'november',
  reference: 'H-1',
  bankName: 'Alpha',
  state: 'open',
  payment: null,
  skipReason: '',
  doneBy: '',
  booked: [
    { paymentId: 83, name: 'Old Tavern', day: '2026-11-18', reference: 'A-1', reasons: ['same-name'], fits: true },
  ],
  proposals: [
    {
      kind: 'customers',
      id: 7,
      name: 'Old Tavern',
      score: 85,
      reasons: ['same-name', 'amount'],
      settles: [],
      matched: false,
    },
  ],
  chosen: true,
  sure: true,
} as unknown as StatementLine

const show = (line = LINE) =>
  drawPart(
    <ul>
      <OpenLine line={line} mayWrite go={go} mark={marked} />
    </ul>,
  )

test('a line shows the payment that it already is, and one press names that payment', async () => {
  await show()
  expect(screen.queryByText('Payment 83 of Old Tavern')).not.toBeNull()
  expect(screen.queryByText(/No new payment is made/)).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^It is this payment: Old Tavern/ }))
  await waitFor(() => expect(sent).toEqual([{ lines: [{ id: 5, paymentId: 83 }] }]))
  expect(marked.mock.calls).toEqual([[true]])
})

test('a digit chooses a new payment instead, which is made only after the question that names the first one', async () => {
  await show()
  fireEvent.keyDown(screen.getByRole('button', { name: /^It is this payment/ }), { key: '2' })
  fireEvent.click(screen.getByRole('button', { name: /^Accept: Old Tavern/ }))
  await screen.findByText(/Payment 83 is the same: Old Tavern, .*70[.,]00.*18\/11\/2026/)
  expect(sent).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Accept' }))
  const made = { id: 5, kind: 'customers', partyId: 7, matches: [] }
  await waitFor(() => expect(sent).toEqual([{ lines: [made] }, { lines: [{ ...made, confirmEqual: true }] }]))
  expect(marked.mock.calls).toEqual([[true]])
})

/** Draws a line without a proposal, and returns the field that asks whose it is. */
async function fieldOfUnknown(): Promise<HTMLElement> {
  await show({ ...LINE, booked: [], proposals: [], chosen: false, sure: false })
  return screen.getByRole('combobox', { name: /^Customer or provider, .*70[.,]00.*, OLD TAVERN$/ })
}

test('a line without a proposal is answered by the name of its party, which Enter accepts, and Undo opens it again', async () => {
  const field = await fieldOfUnknown()
  fireEvent.change(field, { target: { value: 'wax' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(sent).toEqual([{ lines: [{ id: 5, kind: 'providers', partyId: 9, matches: [] }] }]))
  expect(await screen.findByText(/^Accepted: Wax Trade, .*70[.,]00/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent[1]).toEqual({ ids: [5], reason: 'Acceptance undone' }))
  await waitFor(() => expect(marked.mock.calls).toEqual([[true], [false]]))
})

test('Enter before the answer accepts none of several parties that the person has not seen, and the next Enter accepts the first', async () => {
  found = ['Wax Trade', 'Waxworks']
  const field = await fieldOfUnknown()
  fireEvent.change(field, { target: { value: 'wax' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('option', { name: /Waxworks/ })).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(sent).toMatchObject([{ lines: [{ partyId: 9 }] }]))
})

test('an arrow key goes to another line from the empty field, and marks a party once something is typed', async () => {
  const field = await fieldOfUnknown()
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(go.mock.calls).toEqual([[1], [-1]])
  fireEvent.change(field, { target: { value: 'wax' } })
  await screen.findByRole('option', { name: /Wax Trade/ })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(go).toHaveBeenCalledTimes(2)
})
