/** Tests the order beside a list, with a server that answers from memory. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { may } from '#kernel/rights.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { PageParts } from '#web/page-parts.ts'
import { queryClient } from '#web/query.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { invoicingSteps } from '../../domain/rights.ts'
import { ORDER_ACTION } from '../order-parts.ts'
import OrderPreview, { readAhead } from './OrderPreview.tsx'

const LINE = {
  productId: 5,
  name: 'Candle 7x20',
  sku: 'KER-10',
  unit: 'PIECE',
  vat: 2400,
  salesPrice: 3_4000,
  costPrice: null,
  quantity: 10_0000,
  total: 34_00,
  vatAmount: 8_16,
  vatRounding: 0,
  note: 'with ribbon',
  service: false,
  lost: false,
  stock: 50_0000,
  stockStatus: 'STOCK-OK',
  free: 40_0000,
}
const ORDER = {
  id: 154,
  version: 3,
  status: 'STOCK-OK',
  customer: { id: 7, name: 'Taverna', label: 'Harbour', phone: '2610007261', vat: '', customFields: [] },
  name: 'Taverna',
  label: '',
  expectedDelivery: '2030-12-04 15:00:00',
  deliveryAddress: { address: 'Harbour 1' },
  description: 'ring twice',
  refcode: null,
  grey: false,
  cashLimit: null,
  shipping: {},
  shippingBy: null,
  packagedBy: null,
  parcels: 1,
  invoiceMode: null,
  invoicedOn: null,
  historic: false,
  packedEarlier: false,
  created: '2026-11-26T10:00:00.000Z',
  updated: '2026-11-26T10:00:00.000Z',
  lines: [LINE],
  loans: [
    { productId: 6, originProductId: 5, name: 'Glass', sku: 'GL', unit: 'PIECE', quantity: 10_0000, carried: null },
  ],
  creditedInPart: 0,
  totals: { lineCount: 1, quantity: 10_0000, products: 34_00, vat: 8_16, total: 42_16 },
  document: null,
  facts: {
    short: [],
    openTasks: 0,
    documentOpen: false,
    documentUnderWay: false,
    invoiceAccepted: false,
    credited: false,
  },
}
const STANDING = { balance: 120_50, overdue: 20_00, held: [{ productId: 6, name: 'Lantern', quantity: 3_0000 }] }

/** The addresses that were asked for, and what was sent to them. */
const asked: { address: string; body: unknown }[] = []

/** Answers the requests whose path begins so in place of the server. */
let instead: Record<string, () => Promise<Response>> = {}

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked.length = 0
  instead = {}
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push({ address, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
    const other = Object.keys(instead).find((path) => address.startsWith(path))
    if (other !== undefined) return instead[other]?.()
    if (address.startsWith('/app/orders.detail')) return Response.json({ order: ORDER })
    if (address.startsWith('/app/customers.standing')) return Response.json(STANDING)
    if (address.startsWith('/app/orders.move')) return Response.json({ id: 154, version: 4, status: 'TO-PACKAGE' })
    return new Promise(() => undefined)
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
})

const askedFor = (name: string) => asked.filter(({ address }) => address.startsWith(`/app/${name}`))

test('an order shows its customer with the balance, its lines and lent items, the sums and the note', async () => {
  await drawPart(<OrderPreview id={154} />)
  const customer = await screen.findByRole('region', { name: 'Customer' })
  expect(await within(customer).findByText('€120.50')).toBeDefined()
  expect(within(customer).getByText('€20.00')).toBeDefined()
  expect(within(customer).getByText('3 Lantern')).toBeDefined()
  expect(within(customer).getByRole('link', { name: 'Taverna' }).getAttribute('href')).toBe('/customer-detail/7')
  const [, line, lent] = within(screen.getByRole('table')).getAllByRole('row')
  expect(line?.textContent).toMatch(/Candle 7x20with ribbon.*10.*€3\.40.*€34\.00/)
  expect(lent?.textContent).toMatch(/Glass \(lent\)10/)
  expect(screen.getByText('€42.16')).toBeDefined()
  expect(screen.getByText('ring twice')).toBeDefined()
})

test('the next action of the order is pressed in place, with the version that is shown', async () => {
  await drawPart(<OrderPreview id={154} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Send for packaging' }))
  await waitFor(() =>
    expect(askedFor('orders.move').map(({ body }) => body)).toEqual([{ id: 154, transition: 'send', version: 3 }]),
  )
})

/** A button of another feature for orders that can be invoiced, with a dialog. */
function Trial() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Try
      </button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Trial">
        Sure?
      </Dialog>
    </>
  )
}
const TRIAL = ORDER_ACTION.part({ key: 'trial', standsFor: ({ name }) => name === 'invoice-red', Button: Trial })

test('the dialog of another feature stays when somebody else moves the order, and its button leaves', async () => {
  let order = { ...ORDER, status: 'READY-TO-INVOICE' }
  instead['/app/orders.detail'] = async () => Response.json({ order })
  await drawPart(
    <PageParts value={[TRIAL]}>
      <OrderPreview id={154} />
    </PageParts>,
  )
  const button = await screen.findByText('Try')
  fireEvent.click(button)
  await screen.findByRole('dialog', { name: 'Trial' })
  order = { ...ORDER, status: 'SHIPPED' }
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('Shipped')
  expect(screen.queryByText('Sure?')).not.toBeNull()
  expect(button.closest('[hidden]')).not.toBeNull()
})

const BOTH = ORDER_ACTION.part({
  key: 'both',
  standsFor: () => false,
  includes: ({ name }, who) => name === 'release' && may(who, invoicingSteps.invoice),
  Button: Trial,
})

test('a button that makes a transition on its way leads, and the transition stays in the menu of a person who may do both', async () => {
  instead['/app/orders.detail'] = async () => Response.json({ order: { ...ORDER, status: 'PACKAGED' } })
  const draw = () =>
    drawPart(
      <PageParts value={[BOTH]}>
        <OrderPreview id={154} />
      </PageParts>,
    )
  await draw()
  expect(await screen.findByText('Try')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send to Invoice' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Send to Invoice' })).toBeDefined()
  cleanup()
  queryClient.clear()
  signIn({ uid: 1, role: 'user', right_changes: { 'invoicing.invoice': false } })
  await draw()
  expect(await screen.findByRole('button', { name: 'Send to Invoice' })).toBeDefined()
  expect(screen.queryByText('Try')).toBeNull()
})

test('a person who may change nothing has no actions, and who may not read customers asks for no balance', async () => {
  signIn({ uid: 1, role: 'driver' })
  await drawPart(<OrderPreview id={154} />)
  await screen.findByText('ring twice')
  expect(screen.queryByRole('button', { name: 'Send for packaging' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  await readAhead(154)
  expect(asked.filter(({ address }) => address.startsWith('/app/customers.'))).toEqual([])
})

test('neither the order nor reading ahead asks for the whole history of the customer', async () => {
  await readAhead(154)
  await drawPart(<OrderPreview id={154} />)
  expect(await screen.findByText('€120.50')).toBeDefined()
  expect(askedFor('customers.account')).toEqual([])
})

test('an order that was read ahead, with how its customer stands, is shown without a further question', async () => {
  await readAhead(154)
  expect(askedFor('orders.detail')).toHaveLength(1)
  expect(askedFor('customers.standing')).toHaveLength(1)
  await drawPart(<OrderPreview id={154} />)
  expect(screen.getByText('ring twice')).toBeDefined()
  expect(screen.getByText('€120.50')).toBeDefined()
  expect(askedFor('orders.detail')).toHaveLength(1)
  expect(askedFor('customers.standing')).toHaveLength(1)
})

const refused = (status: number, kind: string, code: string) => Response.json({ refusal: { kind, code } }, { status })

test('a refusal that comes after the person moved on is said with the number of the order', async () => {
  let answer: (response: Response) => void = () => undefined
  instead = { '/app/orders.move': () => new Promise((resolve) => (answer = resolve)) }
  function Panel() {
    const [isLeft, setLeft] = useState(false)
    return isLeft ? (
      <p>another record</p>
    ) : (
      <>
        <OrderPreview id={154} />
        <button type="button" onClick={() => setLeft(true)}>
          Leave
        </button>
      </>
    )
  }
  await drawPart(<Panel />)
  fireEvent.click(await screen.findByRole('button', { name: 'Send for packaging' }))
  await waitFor(() => expect(askedFor('orders.move')).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  await screen.findByText('another record')
  answer(refused(409, 'conflict', 'conflict'))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Order 154: Somebody else/)
})
