/** Tests a verb of the search that acts at once: what is said meanwhile, after a failure and after a second Enter. */
import { notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FEATURES } from '#app/web/features.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { startLanguages } from '#web/i18n.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'
import { PageParts } from '#web/page-parts.ts'
import { queryClient } from '#web/query.ts'
import { CommandPalette } from './CommandPalette.tsx'

const PARTS = FEATURES.flatMap(({ parts = [] }) => parts).filter(({ kind }) => kind === paletteVerbs.kind)
const hit = (id: number) => ({ entity: 'orders', id, title: `#${id}`, subtitle: '', to: `/order-detail/${id}`, status })
/** The status of the order. */
let status: string

/** The number of orders that the search finds, and the doubts about their customers. */
let found: number
let customers: { name: string; doubt: string }[]
/** What the law says of cash on the invoice of the order. */
let cashLimit: string | null

/** Answers the newest command. */
let answer: (response: Response | Error) => void
let sent = 0
let answered = 0
const reply = async (response: Response | Error): Promise<void> => {
  await waitFor(() => expect(sent).toBeGreaterThan(answered))
  answered += 1
  answer(response)
}

beforeAll(startLanguages)
beforeEach(() => {
  sent = 0
  answered = 0
  found = 1
  customers = []
  cashLimit = null
  status = 'PACKAGED'
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', (address: string) => {
    if (address.startsWith('/app/search.everything'))
      return Promise.resolve(Response.json({ hits: Array.from({ length: found }, (_, more) => hit(176 + more)) }))
    if (address.startsWith('/app/invoicing.customers-in-doubt')) return Promise.resolve(Response.json({ customers }))
    if (address.startsWith('/app/invoicing.problems-of-many'))
      return Promise.resolve(
        Response.json({ orders: cashLimit === null ? [] : [{ id: 176, name: '', problems: [], cashLimit }] }),
      )
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    if (address.endsWith('invoicing.send-invoices')) {
      sent += 1
      answer = (response) => (response instanceof Error ? reject(response) : resolve(response))
    }
    return promise
  })
})
afterEach(() => {
  notifications.clean()
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

/** Opens the search, types what is to be done and presses Enter. */
async function enter(typed = 'invoice 176', id = 176): Promise<void> {
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' })
  fireEvent.change(box, { target: { value: typed } })
  await waitFor(() => expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain(`Invoice #${id}`))
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(document.querySelector('[role="listbox"]')).toBeNull())
}
const draw = () =>
  drawPart(
    <PageParts value={PARTS}>
      <CommandPalette />
    </PageParts>,
  )
const refused = (code: string) => Response.json({ sending: [], refused: [{ id: 176, code }] })
const underWay = () => screen.queryByText('Invoice #176')

test('a message says what is under way, a second Enter starts nothing, and the message leaves with the outcome', async () => {
  await draw()
  await enter()
  await waitFor(() => expect(underWay()?.closest('[role="status"]')).toBeTruthy())
  await enter()
  await reply(Response.json({ sending: [176], refused: [] }))
  expect(await screen.findByText('The document is being sent.')).toBeDefined()
  await waitFor(() => expect(underWay()).toBeNull())
  expect(sent).toBe(1)
})

test('an order that was released separately is sent at once too, because its number was typed', async () => {
  status = 'READY-TO-INVOICE'
  await draw()
  await enter()
  await reply(Response.json({ sending: [176], refused: [] }))
  expect(await screen.findByText('The document is being sent.')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what a person must decide first is asked', async () => {
  await draw()
  await enter()
  await reply(refused('invoicing.without-vat'))
  expect(await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })).toBeDefined()
  expect(underWay()).toBeNull()
})

test('a doubt about the customer is asked before anything is sent', async () => {
  customers = [{ name: 'Taverna', doubt: 'address' }]
  await draw()
  await enter()
  expect(await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })).toBeDefined()
  expect(sent).toBe(0)
})

test('what the law says of cash is asked before anything is sent', async () => {
  cashLimit = 'not-allowed'
  await draw()
  await enter()
  expect(await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })).toBeDefined()
  expect(sent).toBe(0)
})

test('a question waits until the search is closed, and the next one until the first is answered', async () => {
  await draw()
  await enter()
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByRole('combobox')
  await reply(refused('invoicing.without-vat'))
  await waitFor(() => expect(underWay()).toBeNull())
  expect(screen.queryByRole('dialog', { name: /^Confirm shipping/ })).toBeNull()
  fireEvent.keyDown(box, { key: 'Escape' })
  const question = await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })
  found = 2
  await enter('invoice 177', 177)
  await reply(refused('invoicing.without-vat'))
  await waitFor(() => expect(screen.queryByText('Invoice #177')).toBeNull())
  expect(screen.queryByRole('dialog', { name: 'Confirm shipping of order 177' })).toBeNull()
  fireEvent.click(within(question).getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('dialog', { name: 'Confirm shipping of order 177' })).toBeDefined()
})

test('of several orders that a name finds none is sent without a question', async () => {
  found = 3
  await draw()
  await enter('invoice jones')
  expect(await screen.findByRole('dialog', { name: 'Confirm shipping of order 176' })).toBeDefined()
  expect(sent).toBe(0)
})

test('a refusal that no answer changes is said with what was refused, without a dialog', async () => {
  await draw()
  await enter()
  await reply(refused('orders.document-under-way'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Invoice #176: .*document/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a failed connection offers a retry, which acts again', async () => {
  await draw()
  await enter()
  await reply(new TypeError('no connection'))
  // the command is repeated once by itself
  await waitFor(() => expect(sent).toBe(2))
  await reply(new TypeError('no connection'))
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toBe(3))
  await reply(Response.json({ sending: [176], refused: [] }))
  expect(await screen.findByText('The document is being sent.')).toBeDefined()
})
