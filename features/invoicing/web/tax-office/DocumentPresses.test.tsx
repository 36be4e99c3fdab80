import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { ShownDifference } from '../../domain/comparison/contract.ts'
import { DocumentPresses } from './DocumentPresses.tsx'

const realFetch = globalThis.fetch
beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'admin' }))
afterEach(() => {
  cleanup()
  globalThis.fetch = realFetch
  queryClient.clear()
})

const MARK = '400001234567890'
const DIFFERENCE = {
  id: 3,
  kind: 'failed-here',
  orderId: 12,
  note: false,
  noteId: null,
  shipmentId: null,
  invoice: true,
  mark: MARK,
  type: '1.2',
  series: 'ΤΠ',
  number: '5',
  day: '2026-11-20',
  ourTotal: 1240,
  theirTotal: 1240,
  foundAt: '2026-11-21T05:10:00Z',
  explained: null,
} as const satisfies ShownDifference

type Answers = Readonly<Record<string, unknown>>

/** Draws the buttons of a difference over a server that gives these answers by name. Returns its commands and the count of new comparisons. */
async function draw(change: Partial<ShownDifference>, answers: Answers) {
  const seen = { sent: [] as (readonly [string, unknown])[], again: 0 }
  globalThis.fetch = async (address, init) => {
    const name = new URL(address as string, 'http://page').pathname.replace('/app/', '')
    if (init?.method === 'POST' && name.startsWith('invoicing.'))
      seen.sent.push([name, JSON.parse(init.body as string)])
    return Response.json(answers[name] ?? {})
  }
  await drawPart(<DocumentPresses row={{ ...DIFFERENCE, ...change }} again={() => (seen.again += 1)} />)
  return seen
}

const press = async (name: string | RegExp) => void fireEvent.click(await screen.findByRole('button', { name }))

const doubt = { id: 7, name: 'Kerzen GmbH', askedAt: null, orderIds: [12] }

test('a refused invoice is sent again after every warning was confirmed, and not if the person goes back', async () => {
  const customers = [
    { ...doubt, doubt: 'unverified' },
    { ...doubt, doubt: 'vat-abroad' },
  ]
  const seen = await draw(
    {},
    {
      'invoicing.customers-in-doubt': { customers },
      'invoicing.send-invoices': { sending: [12], refused: [] },
    },
  )
  await press('Send again')
  expect(await screen.findByText(/normally buys without Greek VAT/)).toBeTruthy()
  expect(screen.getAllByText('Kerzen GmbH')).toHaveLength(2)
  await press('Back')
  await waitFor(() => expect(screen.queryByText('Kerzen GmbH')).toBeNull())
  expect(seen.sent).toEqual([])
  await press('Send again')
  await press('Send in spite of the warnings')
  expect(await screen.findByText('The document is being sent.')).toBeTruthy()
  const warned = { withoutVat: false, closed: false, unverified: true, vatAbroad: true }
  expect(seen.sent).toEqual([['invoicing.send-invoices', { ids: [12], ...warned }]])
})

test('a refused invoice without warnings is sent again at once, and a new refusal is said in words', async () => {
  const seen = await draw(
    {},
    {
      'invoicing.customers-in-doubt': { customers: [] },
      'invoicing.send-invoices': { sending: [], refused: [{ id: 12, code: 'orders.invoice-accepted' }] },
    },
  )
  await press('Send again')
  expect(await screen.findByText(/has already accepted the invoice/)).toBeTruthy()
  expect(seen.sent).toHaveLength(1)
})

test('an invoice without MARK is asked for again, or takes the MARK of the tax office and is compared again', async () => {
  const seen = await draw(
    { kind: 'mark-missing' },
    { 'invoicing.ask-again': { id: 12 }, 'invoicing.enter-mark': { id: 12 } },
  )
  await press('Ask again')
  await waitFor(() => expect(seen.sent).toEqual([['invoicing.ask-again', { id: 12 }]]))
  expect(seen.again).toBe(0)
  await press(/MARK/)
  await waitFor(() => expect(seen.again).toBe(1))
  expect(seen.sent[1]).toMatchObject(['invoicing.enter-mark', { id: 12, mark: MARK }])
})

test('a delivery note, and a document without an order here, have none of these buttons', async () => {
  await draw({ note: true }, {})
  await draw({ orderId: null }, {})
  expect(screen.queryAllByRole('button', { name: /again|MARK/ })).toEqual([])
})
