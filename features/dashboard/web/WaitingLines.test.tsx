import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { choosePreferences } from '#web/preferences/own-preferences.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { DashboardLine, Named } from '../domain/lines.ts'
import { WaitingLines } from './WaitingLines.tsx'

const ORDER: Named = {
  kind: 'orders',
  id: 12,
  name: 'Ταβέρνα',
  to: '/order-detail/12',
  day: '2026-11-18',
  amount: 24_000,
  status: 'STOCK-OK',
  document: null,
  facts: {
    invoiceMode: null,
    short: [],
    openTasks: 0,
    documentOpen: false,
    documentUnderWay: false,
    invoiceAccepted: false,
    credited: false,
  },
  time: null,
  place: '',
  quantity: null,
  unit: '',
} as unknown as Named
/** The facts of an order with so many open tasks. */
const withTasks = (openTasks: number) => ({ facts: { ...ORDER.facts, openTasks } as Named['facts'] })

const orderOf = (id: number, status: Named['status'], more: Partial<Named> = {}): Named => ({
  ...ORDER,
  id,
  name: `Πελάτης ${id}`,
  to: `/order-detail/${id}`,
  status,
  ...more,
})
const DEBTOR: Named = { ...ORDER, kind: 'customers', id: 7, name: 'Οφειλέτης', status: null, to: '/customer-detail/7' }

const lineOf = (name: DashboardLine['name'], named: readonly Named[], count = named.length): DashboardLine => ({
  name,
  count,
  amount: null,
  to: `/list-of-${name}`,
  named: [...named],
})

/** What the server answers, whether it refuses commands, and those that it got. */
let lines: readonly DashboardLine[]
let detail: object
let refuses: boolean
let sent: { command: string; body: unknown }[]

beforeAll(startLanguages)
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  sent = []
  refuses = false
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const command = new URL(address, 'http://page').pathname.replace('/app/', '')
    if (init?.method !== 'POST')
      return Response.json(command === 'orders.detail' ? detail : { today: '2026-11-20', lines })
    sent.push({ command, body: JSON.parse(init.body as string) })
    if (refuses) return Response.json({ kind: 'refused', code: 'orders.changed-meanwhile' }, { status: 409 })
    lines = lines.map((line) => ({ ...line, named: line.named.slice(1) }))
    return Response.json({ id: 12, status: 'TO-PACKAGE', version: 2 }, { headers: { 'x-changed': 'orders:12' } })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  signIn(null)
})

const draw = async (answer: readonly DashboardLine[]) => {
  lines = answer
  await drawPart(
    <>
      <input aria-label="box" />
      <WaitingLines below={<p>below</p>} />
    </>,
  )
  await screen.findByText('below')
}
const press = (key: string, more = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
/** Another person changes what waits. */
const othersChange = async (answer: readonly DashboardLine[]) => {
  lines = answer
  await act(() => queryClient.invalidateQueries())
}
const row = (name: string) => screen.getByText(name).closest('li') as HTMLElement
const focused = () => document.activeElement?.closest('li')?.querySelector('strong')?.textContent

test('each row names whom it is about, why it waits, its amount and its next step, and the line opens its list', async () => {
  await draw([
    lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'PENDING-STOCK'), orderOf(14, 'ON SHIPPING')], 9),
    lineOf('overdue', [DEBTOR]),
  ])
  const first = within(row('Πελάτης 12'))
  expect(first.getByRole('link', { name: 'Πελάτης 12 #12' }).getAttribute('href')).toBe('/order-detail/12')
  expect(first.getByText('2 days late')).toBeTruthy()
  expect(first.getByText('€240.00')).toBeTruthy()
  expect(first.getByRole('button', { name: 'To packaging: Πελάτης 12 #12' })).toBeTruthy()
  expect(within(row('Πελάτης 13')).getByRole('button', { name: /^New day/ })).toBeTruthy()
  expect(within(row('Πελάτης 14')).getByRole('link', { name: /^Open/ }).getAttribute('href')).toBe('/order-detail/14')
  const pay = within(row('Οφειλέτης')).getByRole('link', { name: /^Record payment/ })
  expect(pay.getAttribute('href')).toBe('/createpayment?customer=7&amount=24000')
  expect(screen.getByRole('link', { name: 'All 9' }).getAttribute('href')).toBe('/list-of-late')
  expect(screen.queryByRole('link', { name: 'All 1' })).toBeNull()
})

test('a line above a thousand records says that there are more', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK')], 1_001), lineOf('to-send', [orderOf(13, 'STOCK-OK')], 1_000)])
  expect(screen.getByRole('link', { name: '1,000+ orders are late' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 1,000+' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 1,000' })).toBeTruthy()
})

test('a step that the person may not take, or that a document under way stops, is not offered', async () => {
  signIn({ uid: 1, role: 'user', right_changes: { 'invoicing.invoice': false, 'payments.write': false } })
  await draw([lineOf('to-invoice', [orderOf(12, 'READY-TO-INVOICE')]), lineOf('overdue', [DEBTOR])])
  for (const name of ['Πελάτης 12', 'Οφειλέτης'])
    expect(within(row(name)).getByRole('link', { name: /^Open/ })).toBeTruthy()
  cleanup()
  queryClient.clear()
  signIn({ uid: 1, role: 'admin' })
  await draw([
    lineOf('to-invoice', [
      orderOf(12, 'READY-TO-INVOICE', { document: 'SENDING' }),
      orderOf(13, 'READY-TO-INVOICE', { document: 'FAILED' }),
    ]),
  ])
  expect(within(row('Πελάτης 12')).queryByRole('button')).toBeNull()
  expect(within(row('Πελάτης 13')).getByRole('button', { name: /^Invoice/ })).toBeTruthy()
})

test('an order whose open tasks stop its step is opened, and its row says why', async () => {
  await draw([
    lineOf('to-send', [orderOf(12, 'STOCK-OK', withTasks(3)), orderOf(13, 'STOCK-OK')]),
    lineOf('late', [orderOf(14, 'STOCK-OK', withTasks(1))]),
  ])
  const first = within(row('Πελάτης 12'))
  expect(first.getByRole('link', { name: /^Open/ }).getAttribute('href')).toBe('/order-detail/12')
  expect(first.queryByRole('button')).toBeNull()
  expect(first.getByText(/^3 open tasks · delivery/)).toBeTruthy()
  const second = within(row('Πελάτης 13'))
  expect(second.getByRole('button', { name: /^To packaging/ })).toBeTruthy()
  expect(second.queryByText(/open task/)).toBeNull()
  const late = within(row('Πελάτης 14'))
  expect(late.getByText(/^1 open task · 2 days late/)).toBeTruthy()
  expect(late.getByRole('button', { name: /^New day/ })).toBeTruthy()
})

test('J and K move between the rows of all lines, also on a Greek keyboard, and the arrows move from a row', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')]), lineOf('overdue', [DEBTOR])])
  press('ArrowDown')
  expect(focused()).toBeUndefined()
  press('j')
  expect(focused()).toBe('Πελάτης 12')
  press('ξ', { code: 'KeyJ' })
  press('ArrowDown')
  expect(focused()).toBe('Οφειλέτης')
  press('j')
  expect(focused()).toBe('Οφειλέτης')
  press('k')
  expect(focused()).toBe('Πελάτης 13')
  expect(row('Πελάτης 13').dataset['current']).toBe('true')
})

test('E does the next step of the row, says it with Undo, and the next row has the focus', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  press('j')
  press('e')
  expect(await screen.findByText('Order 12 sent for packaging.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Πελάτης 12')).toBeNull())
  expect(focused()).toBe('Πελάτης 13')
  expect(sent).toEqual([{ command: 'orders.move-order', body: { id: 12, transition: 'send' } }])
})

test('E that is held does the step of one row', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  press('j')
  press('e')
  await waitFor(() => expect(focused()).toBe('Πελάτης 13'))
  press('e', { repeat: true })
  await act(() => queryClient.invalidateQueries())
  expect(sent).toHaveLength(1)
  expect(focused()).toBe('Πελάτης 13')
})

test('E within one second after a step has been done does nothing, and later does the step of the next row', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
    press('j')
    press('e')
    await waitFor(() => expect(focused()).toBe('Πελάτης 13'))
    press('e')
    vi.advanceTimersByTime(999)
    press('e')
    await act(() => queryClient.invalidateQueries())
    expect(sent.map(({ body }) => body)).toEqual([{ id: 12, transition: 'send' }])
    vi.advanceTimersByTime(1)
    press('e')
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body).toEqual({ id: 13, transition: 'send' })
  } finally {
    vi.useRealTimers()
  }
})

test('a row whose step has been done takes no other until the rows are read again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
    const server = fetch
    const rowsAnswer = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      if (init?.method !== 'POST') await rowsAnswer.promise
      return server(address, init)
    })
    press('j')
    press('e')
    expect(await screen.findByText('Order 12 sent for packaging.')).toBeTruthy()
    vi.advanceTimersByTime(5_000)
    press('e')
    fireEvent.click(screen.getByRole('button', { name: 'To packaging: Πελάτης 12 #12' }))
    await act(async () => rowsAnswer.resolve())
    await waitFor(() => expect(focused()).toBe('Πελάτης 13'))
    expect(sent).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test('the row at the place of one that another person has changed gets its focus, and E does nothing without a focus in a row', async () => {
  const three = [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK'), orderOf(14, 'STOCK-OK')] as const
  await draw([lineOf('late', three)])
  press('e')
  press('j')
  press('j')
  expect(focused()).toBe('Πελάτης 13')
  await othersChange([lineOf('late', [three[0], three[2]])])
  await waitFor(() => expect(focused()).toBe('Πελάτης 14'))
  await othersChange([lineOf('late', [three[0]])])
  await waitFor(() => expect(focused()).toBe('Πελάτης 12'))
  expect(row('Πελάτης 12').dataset['current']).toBe('true')
  act(() => (document.activeElement as HTMLElement).blur())
  await othersChange([lineOf('late', [three[1]])])
  await screen.findByText('Πελάτης 13')
  expect(document.activeElement).toBe(document.body)
  press('e')
  expect(sent).toEqual([])
  press('j')
  expect(focused()).toBe('Πελάτης 13')
})

test('a row that stays with another status gives the focus to the next one too', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  press('j')
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    if (init?.method === 'POST') {
      lines = [lineOf('late', [orderOf(12, 'TO-PACKAGE'), orderOf(13, 'STOCK-OK')])]
      return Response.json({ id: 12, status: 'TO-PACKAGE', version: 2 }, { headers: { 'x-changed': 'orders:12' } })
    }
    return Response.json({ today: '2026-11-20', lines })
  })
  press('e')
  expect(await screen.findByRole('button', { name: 'Package: Πελάτης 12 #12' })).toBeTruthy()
  await waitFor(() => expect(focused()).toBe('Πελάτης 13'))
})

test('what a step asks stays with what was typed while another person does all that waits', async () => {
  const order = orderOf(13, 'PENDING-STOCK')
  await draw([lineOf('late', [order])])
  detail = { order: { id: 13, name: order.name, status: 'PENDING-STOCK', expectedDelivery: null, version: 1 } }
  fireEvent.click(within(row('Πελάτης 13')).getByRole('button', { name: /^New day/ }))
  const day = await screen.findByLabelText<HTMLInputElement>('New day of delivery')
  fireEvent.change(day, { target: { value: '25/12/2026' } })
  await othersChange([])
  expect(await screen.findByText('All done. Nothing waits for you.')).toBeTruthy()
  expect(screen.getByLabelText('New day of delivery')).toBe(day)
  expect(day.value).toBe('25/12/2026')
})

test('after a refused step the focus stays, also when another person changes that row later', async () => {
  refuses = true
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  press('j')
  press('e')
  expect(await screen.findByRole('alert')).toBeTruthy()
  await othersChange([lineOf('late', [orderOf(12, 'CANCELED'), orderOf(13, 'STOCK-OK')])])
  expect(await within(row('Πελάτης 12')).findByRole('link', { name: /^Open/ })).toBeTruthy()
  expect(focused()).toBe('Πελάτης 12')
})

test.each([
  ['Escape', () => fireEvent.keyDown(screen.getByLabelText('New day of delivery'), { key: 'Escape' })],
  ['the button Back', () => fireEvent.click(screen.getByRole('button', { name: 'Back' }))],
])(
  'after a step that was cancelled by %s the focus stays, also when another person changes that row later',
  async (_way, cancel) => {
    const order = orderOf(12, 'PENDING-STOCK')
    await draw([lineOf('late', [order, orderOf(13, 'STOCK-OK')])])
    detail = { order: { id: 12, name: order.name, status: 'PENDING-STOCK', expectedDelivery: null, version: 1 } }
    press('j')
    press('e')
    await screen.findByLabelText('New day of delivery')
    cancel()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()).toBe('Πελάτης 12'))
    await othersChange([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
    await within(row('Πελάτης 12')).findByRole('button', { name: /^To packaging/ })
    expect(focused()).toBe('Πελάτης 12')
  },
)

test('the step of one row is done while that of another is still being done', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  const ids: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, init?: RequestInit) => {
    ids.push(JSON.parse(init?.body as string).id)
    return new Promise(() => undefined)
  })
  for (const key of ['j', 'e', 'e', 'j', 'e']) press(key)
  await waitFor(() => expect(ids).toEqual([12, 13]))
})

test('the keys do nothing while a person types or has switched them off, and ? shows them', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK')])])
  screen.getByLabelText('box').focus()
  for (const key of ['j', 'e', '?']) press(key)
  expect(document.activeElement).toBe(screen.getByLabelText('box'))
  screen.getByLabelText('box').blur()
  choosePreferences(1, { slashKey: false })
  for (const key of ['j', 'e', '?']) press(key)
  expect([focused(), sent.filter(({ command }) => command === 'orders.move-order')]).toEqual([undefined, []])
  choosePreferences(1, { slashKey: true })
  press('?')
  const keys = await screen.findByRole('dialog', { name: 'Keys of the page' })
  for (const text of ['Next row', 'Open the row', 'Next step of the row'])
    expect(within(keys).getAllByText(text).length).toBeGreaterThan(0)
  press('e')
  expect(sent.filter(({ command }) => command === 'orders.move-order')).toEqual([])
})

test('the arrows move between the rows also if keys of one character are switched off', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK'), orderOf(13, 'STOCK-OK')])])
  choosePreferences(1, { slashKey: false })
  try {
    screen.getByRole('link', { name: /Πελάτης 12/ }).focus()
    press('ArrowDown')
    expect(focused()).toBe('Πελάτης 13')
    press('k')
    expect(focused()).toBe('Πελάτης 13')
  } finally {
    choosePreferences(1, { slashKey: true })
  }
})

test('a line whose orders are all named above says so, and nothing that waits is said kindly', async () => {
  await draw([lineOf('late', [orderOf(12, 'STOCK-OK')]), lineOf('to-send', [], 1)])
  expect(screen.getByText('They are named above.')).toBeTruthy()
  cleanup()
  queryClient.clear()
  await draw([])
  expect(screen.getByText('All done. Nothing waits for you.')).toBeTruthy()
})
