import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FEATURES } from '#app/web/features.ts'
import { startLanguages } from '#web/i18n.ts'
import { PageParts } from '#web/page-parts.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'
import { queryClient } from '#web/query.ts'
import { say } from '#web/ui/say.tsx'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { CommandPalette } from './CommandPalette.tsx'

type Hit = { entity: string; id: number; title: string; subtitle: string; status: string | null; to: string }
/** Answers the search, as soon as the test calls it. */
let answer: (hits: readonly Hit[]) => void
/** The address of the last search. */
let searched = ''

/** The verbs of all features. Other parts load their code late. */
const PARTS = FEATURES.flatMap(({ parts = [] }) => parts).filter(({ kind }) => kind === paletteVerbs.kind)

beforeAll(startLanguages)
beforeEach(() => {
  searched = ''
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', (address: string) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    if (address.startsWith('/app/search.everything')) {
      searched = address
      answer = (hits) => resolve(Response.json({ hits }))
    }
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
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('box'), { key, code: 'KeyK', ctrlKey: true })
  expect(await screen.findByRole('dialog')).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'Escape' })
})

/** Returns the text of the selected entry. */
const selected = (): string => document.querySelector('[aria-selected="true"]')?.textContent ?? ''

test('the first record that is found is selected although a page was there before, until an arrow key selects another entry', async () => {
  await drawPart(
    <PageParts value={PARTS}>
      <CommandPalette />
    </PageParts>,
  )
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' })
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
  // the browser reports such a move also when the list is drawn below a pointer at rest
  const first = screen.getByRole('option', { name: /#12/ })
  fireEvent.mouseMove(first, { movementX: 0, movementY: 0, screenX: 700, screenY: 500 })
  expect(selected()).toContain('#13')
  fireEvent.mouseMove(first, { movementX: 0, movementY: 2, screenX: 700, screenY: 502 })
  expect(selected()).toContain('#12')
  fireEvent.keyDown(box, { key: 'ArrowDown', code: 'ArrowDown' })

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
    fireEvent.change(await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' }), {
      target: { value: 'order 12' },
    })
  }
  await look()
  fireEvent.click(await screen.findByText('Undo: Order 12 is packaged.'))
  expect(undone).toHaveBeenCalledOnce()
  await look()
  await waitFor(() => expect(screen.queryByText('Undo: Order 12 is packaged.')).toBeNull())
})

test('what is typed right after Ctrl+K is in the field, which has the focus as soon as it is there', async () => {
  await drawPart(<CommandPalette />)
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' })
  expect(document.activeElement).toBe(box)
  fireEvent.keyDown(box, { key: 'Escape' })
})

test('Escape gives the focus back to what had it, each time the search was opened', async () => {
  await drawPart(
    <main id="content">
      <h1 tabIndex={-1}>Orders</h1>
      <CommandPalette />
    </main>,
  )
  const heading = screen.getByText('Orders')
  for (const time of [1, 2]) {
    heading.focus()
    fireEvent.keyDown(heading, { key: 'k', code: 'KeyK', ctrlKey: true })
    const box = await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' })
    expect(document.activeElement).toBe(box)
    fireEvent.keyDown(box, { key: 'Escape' })
    await waitFor(() => expect(document.activeElement, `time ${time}`).toBe(heading))
  }
})

/** Returns what a screen reader hears. */
const said = () => [...document.querySelectorAll('[role="status"]')].map((status) => status.textContent)

/** Types a text into the search of a new page and returns its field. */
async function typed(text: string): Promise<HTMLElement> {
  await drawPart(
    <PageParts value={PARTS}>
      <CommandPalette />
    </PageParts>,
  )
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  const box = await screen.findByLabelText('Search orders, customers, products …', { selector: 'input' })
  fireEvent.change(box, { target: { value: text } })
  return box
}

const order = (id: number, status: string): Hit => ({
  entity: 'orders',
  id,
  title: `#${id} Δάφνη`,
  subtitle: '',
  status,
  to: `/order-detail/${id}`,
})

/** Returns the list of the search as soon as it is there. Reading it by role would be slow while it is not. */
async function theList(): Promise<Element> {
  await waitFor(() => expect(document.querySelector('[role="listbox"]')).not.toBeNull())
  return document.querySelector('[role="listbox"]') as Element
}

test('the field names the marked option of its list, the groups have names, and a screen reader hears how many were found', async () => {
  const box = await typed('ord')
  const list = await theList()
  expect(box.getAttribute('aria-expanded')).toBe('true')
  expect(box.getAttribute('aria-controls')).toBe(list.id)
  const groups = [...list.querySelectorAll('[role="group"]')]
  const names = groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent)
  expect(names).toContain('Go to')
  await waitFor(() => expect(searched).not.toBe(''))
  answer([order(12, 'PACKAGED')])
  await waitFor(() => expect(selected()).toContain('#12'))
  expect(box.getAttribute('aria-activedescendant')).toBe(list.querySelector('[aria-selected="true"]')?.id)
  const count = list.querySelectorAll('[role="option"]').length
  await waitFor(() => expect(said()).toContain(`Found: ${count}`))
})

test('nothing found is said', async () => {
  await typed('zzzz')
  await waitFor(() => expect(searched).toContain('zzzz'))
  answer([])
  await waitFor(() => expect(said()).toContain('Nothing found'))
  expect(document.querySelector('[role="listbox"]')).toBeNull()
})

test.each([['invoice 176'], ['τιμ 176'], ['timologisi #176']])(
  '%s searches the order and offers its invoice first, and only of the order with this number',
  async (text) => {
    await typed(text)
    await waitFor(() => expect(decodeURIComponent(searched)).toContain('"text":"176"'))
    answer([order(1760, 'PACKAGED'), order(176, 'READY-TO-INVOICE')])
    await waitFor(() => expect(selected()).toContain('Invoice #176 Δάφνη'))
    expect(screen.queryByText('Invoice #1760 Δάφνη')).toBeNull()
  },
)

test('an order in another status is not invoiced: the option says so and opens the order', async () => {
  const box = await typed('invoice 176')
  await waitFor(() => expect(searched).not.toBe(''))
  answer([order(176, 'SHIPPED')])
  await waitFor(() => expect(selected()).toContain('Not in this status'))
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(window.location.pathname).toBe('/order-detail/176'))
})

test('new customer opens its form with one Enter, in Greek and in Greek with Latin letters too', async () => {
  for (const text of ['new customer', 'νέος πελάτης', 'neos pelatis']) {
    const box = await typed(text)
    await waitFor(() => expect(selected()).toBe('New customer'))
    await waitFor(() => expect(searched).not.toBe(''))
    answer([])
    await waitFor(() => expect(said().join()).toContain('Found: '))
    fireEvent.keyDown(box, { key: 'Enter' })
    await waitFor(() => expect(window.location.pathname).toBe('/createcustomer'))
    cleanup()
    queryClient.clear()
    searched = ''
  }
})

test('cash with an amount and a name offers the payment of each customer who is found, and an amount alone asks for the customer', async () => {
  const box = await typed('μετρητά 50 Παπαδόπουλος')
  await waitFor(() => expect(decodeURIComponent(searched)).toContain('"text":"Παπαδόπουλος"'))
  answer([{ ...order(3, ''), entity: 'customers', title: 'Παπαδόπουλος Δημήτριος', status: null }])
  await waitFor(() => expect(selected()).toMatch(/^Cash .*50.00.*: Παπαδόπουλος Δημήτριος$/))
  fireEvent.change(box, { target: { value: 'μετρητά' } })
  await waitFor(() => expect(screen.getByText('Cash: type an amount and a customer')).toBeTruthy())
})

test('a verb is offered only to a person with its right', async () => {
  signIn({ uid: 2, role: 'driver' })
  await typed('invoice')
  await waitFor(() => expect(searched).not.toBe(''))
  expect(screen.queryByText('Invoice: type the number of the order')).toBeNull()
})
