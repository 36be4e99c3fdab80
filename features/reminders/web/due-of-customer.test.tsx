/** Tests what the dialog of a debtor shows, what Send sends, and what a refusal or a missing address leaves on the screen. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { DueOfCustomer } from './DueOfCustomer.tsx'

const realFetch = globalThis.fetch
const closed = vi.fn()
let sent: Record<string, unknown>[] = []
let refuses: Refusal | null = null
let letter: object

const DEBT = {
  kind: 'order',
  id: 71,
  day: '2026-10-01',
  due: '2026-10-31',
  late: 20,
  open: 60_00,
  lastStep: 1,
  lastDay: '2026-11-03',
  next: 2,
}
const LETTER = {
  name: 'Ταβέρνα Άλφα',
  to: 'alpha@example.gr',
  subject: 'Δεύτερη υπενθύμιση',
  body: 'Αγαπητέ πελάτη',
  language: 'gr',
  step: 2,
  amount: 60_00,
  debts: [DEBT],
  closed: null,
}
const OF_CUSTOMER = {
  overdue: 65_00,
  debts: [
    DEBT,
    { ...DEBT, kind: 'opening', id: 3, open: 4_00, next: null },
    { ...DEBT, kind: 'refunded', id: 8, open: 1_00, next: null },
  ],
  letters: [
    { id: 9, step: 1, day: '2026-11-03', amount: 60_00, to: 'old@example.gr', userName: 'Άννα', mail: 'FAILED' },
  ],
  stopped: null,
}

beforeAll(async () => {
  await startLanguages()
  // who may write payments, but not open their pages
  signIn({ uid: 1, first_name: 'Άννα', role: 'user', right_changes: { 'payments.read': false } })
})
beforeEach(() => {
  closed.mockClear()
  sent = []
  refuses = null
  letter = LETTER
  globalThis.fetch = async (address, request) => {
    if (request?.method !== 'POST')
      return Response.json((address as string).includes('reminders.letter') ? letter : OF_CUSTOMER)
    sent.push(JSON.parse(request.body as string) as Record<string, unknown>)
    return refuses
      ? Response.json({ refusal: refuses }, { status: 409 })
      : Response.json({ reminderId: 10, mailId: 11 })
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  queryClient.clear()
})

const draw = async () => {
  await drawPart(<DueOfCustomer id={5} name="Ταβέρνα Άλφα" close={closed} />)
  return screen.findByRole('button', { name: 'Send' })
}

test('the dialog names the debts with links to their documents, and the letters with the status of their mails', async () => {
  await draw()
  const debts = within(screen.getByRole('list', { name: 'Debts' }))
  expect(debts.getByRole('link', { name: 'Order 71' }).getAttribute('href')).toBe('/order-detail/71')
  expect(debts.getByText(/Opening balance/)).toBeTruthy()
  expect(debts.getByText(/Refund 8/)).toBeTruthy()
  expect(debts.getAllByRole('link')).toHaveLength(1)
  expect(within(screen.getByRole('list', { name: 'Reminders that were sent' })).getByText(/Failed · old@/)).toBeTruthy()
})

test('Send sends what the letter shows, with the amounts and due days of its debts, and closes the dialog', async () => {
  fireEvent.click(await draw())
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
  expect(sent).toEqual([
    {
      id: 5,
      step: 2,
      debts: [{ kind: 'order', id: 71, open: 60_00, due: '2026-10-31' }],
      to: 'alpha@example.gr',
      subject: 'Δεύτερη υπενθύμιση',
      body: 'Αγαπητέ πελάτη',
    },
  ])
})

test('a refused letter says why and leaves the dialog open', async () => {
  refuses = refusal('conflict', 'reminders.changed', { name: 'Ταβέρνα Άλφα' })
  fireEvent.click(await draw())
  expect(await screen.findByText(/The debts of Ταβέρνα Άλφα changed/)).toBeTruthy()
  expect(closed).not.toHaveBeenCalled()
})

test('without an address the letter cannot be sent, and the reason stands beside it', async () => {
  letter = { ...LETTER, to: '', closed: 'no-address' }
  fireEvent.click(await draw())
  expect(screen.getAllByText('No e-mail address is known').length).toBeGreaterThan(0)
  expect(sent).toEqual([])
})
