/** Tests the page of a report: the period, what a press opens, and what is shown without a period and without figures. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { openPage, signIn } from '#app/web/router/test-page.tsx'

let asked: { name: string; input: Record<string, unknown> }[] = []
let rows: object[] = []
let inbound: object[] = []
let course: object[] = []

beforeAll(startLanguages)
beforeEach(() => {
  asked = []
  inbound = []
  course = []
  rows = [
    {
      key: '71.00.01',
      values: { refcode: '71.00.01', net: 12_345, vat: 2_963 },
      documents: 2,
      only: null,
      of: { source: 'order', refcode: '71.00.01' },
    },
    {
      key: '71.00.00',
      values: { refcode: '71.00.00', net: 500, vat: 0 },
      documents: 1,
      only: 77,
      of: { source: 'order', refcode: '71.00.00' },
    },
  ]
  signIn({ uid: 1, role: 'admin' })
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://page')
    const name = url.pathname.replace('/app/', '')
    asked.push({ name, input: JSON.parse(url.searchParams.get('input') ?? '{}') })
    if (name === 'reports.economics')
      return Response.json({
        read: '2026-11-26T20:00:00.000001Z',
        figures: [{ name: 'sales', cents: 12_845, of: { source: 'order' } }],
        tables: { orders: rows, invoices: [], inbound, outbound: [], course },
      })
    if (name === 'reports.documents-sums') return Response.json({ sums: { net: 12_345, vat: 2_963, total: 15_308 } })
    if (name === 'reports.documents-count') return Response.json({ count: 1 })
    if (name === 'settings.document-codes') return Response.json({ codes: [] })
    if (name !== 'reports.documents') return new Promise(() => undefined)
    return Response.json({
      rows: [
        {
          key: 1,
          id: 5,
          day: '2026-10-03',
          name: 'Άλφα',
          number: '',
          refcode: '71.00.01',
          quantity: null,
          net: 12_345,
          vat: 2_963,
          total: 15_308,
        },
      ],
      more: false,
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
  signIn(null)
  window.history.replaceState(null, '', '/')
})

const show = () => openPage('/economics?from=2026-10-01&to=2026-10-31')
const totals = () => screen.findByRole('table', { name: 'Orders Totals' })

test('a row opens its documents with their sum, and a row with one document opens that document', async () => {
  show()
  const table = await totals()
  expect(within(table).getByText('€128.45')).toBeTruthy()
  // on a phone each amount stands beside the name of its column
  expect(within(table).getByText('€128.45').closest('td')?.dataset['label']).toBe('Products')
  fireEvent.click(within(table).getByRole('button', { name: '71.00.01' }))
  const drawer = await screen.findByRole('dialog', { name: 'Orders Totals · 71.00.01' })
  expect(await within(drawer).findByText('Άλφα')).toBeTruthy()
  expect((await within(drawer).findAllByText('€153.08')).length).toBe(2)
  expect(asked.find(({ name }) => name === 'reports.documents')?.input['filters']).toEqual({
    source: 'order',
    refcode: '71.00.01',
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
  })
  fireEvent.click(within(table).getByRole('button', { name: '71.00.00', hidden: true }))
  await waitFor(() => expect(window.location.pathname).toBe('/order-detail/77'))
})

test('another period is said with its figures, and the rows of a table have names', async () => {
  show()
  const table = await totals()
  expect(within(table).getByRole('rowheader', { name: '71.00.01' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'This year' }))
  await waitFor(() =>
    expect(document.querySelector('.said-aloud')?.textContent).toMatch(
      /^01\/01\/\d{4} – \d\d\/\d\d\/\d{4}\. .+: €128\.45$/,
    ),
  )
})

test('without one of both dates the page says so and asks nothing', async () => {
  show()
  await totals()
  const to = screen.getByLabelText('To')
  fireEvent.change(to, { target: { value: '' } })
  fireEvent.blur(to)
  expect((await screen.findByRole('alert')).textContent).toBe('Please select both dates.')
  expect(screen.queryByRole('table')).toBeNull()
})

test('without figures the page says that there are no totals', async () => {
  rows = []
  show()
  expect(await screen.findByText('No totals available.')).toBeTruthy()
})

test('the sums of a file stand below the columns that are summed, with their title and no other word', async () => {
  const row = (key: string, values: object) => ({ key, values, documents: 1, only: 1, of: { source: 'payment' } })
  inbound = [row('38.00.00', { refcode: '38.00.00', type: 'CASH', total: 12_000 })]
  course = [row('2026-10-01', { bucket: '2026-10-01', sold: 500, received: 12_000, paid: 0 })]
  const files: Blob[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (file: Blob) => String(files.push(file)), revokeObjectURL: () => undefined }),
  )
  show()
  await totals()
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }))
  const lines = (await files[0]?.text())?.split('\r\n') ?? []
  expect(lines.filter((line) => line.startsWith('Sum'))).toEqual([
    'Sum,,128.45,29.63',
    'Sum,,120.00',
    'Sum,5.00,120.00,0.00',
  ])
  expect(lines).toContain('38.00.00,Cash,120.00')
})
