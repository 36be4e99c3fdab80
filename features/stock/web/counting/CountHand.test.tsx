import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quantity } from '#kernel/money.ts'
import { quantity } from '#kernel/money.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { ScanNotice } from '#web/ui/scan/ScanNotice.tsx'
import type { KeptProduct } from '../../domain/counting/contract.ts'
import { type CountLine, withLine } from '../../domain/counting/count.ts'
import { CountHand } from './CountHand.tsx'
import type { Counting, LinePlace } from './use-count.ts'
import { useCountScan } from './use-count-scan.ts'

const server = { barcode: '', changed: [] as unknown[] }

beforeAll(startLanguages)

const CANDLE: KeptProduct = {
  id: 7,
  name: 'Κερί',
  sku: 'KOL-10',
  unit: 'Item',
  barcode: '5201',
  storePart: '',
  storeFloor: '',
  shelf: 'Α1',
  category: '',
}
const GLASS: KeptProduct = { ...CANDLE, id: 8, name: 'Ποτήρι', sku: 'POT', barcode: '' }

let entered: { line: string; way: string; quantity: Quantity | null }[] = []

const lineOf = (id: string, pieces: number, recountAt: string | null = null): CountLine => ({
  id,
  productId: CANDLE.id,
  quantity: quantity(pieces * 1_0000),
  countedAt: '2026-11-20T08:00:00.000Z',
  firstAt: '2026-11-20T08:00:00.000Z',
  way: 'FIRST',
  person: 'Μαρία',
  recountAt,
})

/** Shows the product in hand over lines that live in the test, as the queue and the server would keep them. */
function Counted({ before }: { before: readonly CountLine[] }) {
  const [lines, setLines] = useState(before)
  const enter = ({ product, line, way }: LinePlace, counted: Quantity | null) => {
    entered.push({ line, way, quantity: counted })
    const entry = { id: line, productId: product.id, quantity: counted, way, person: 'Νίκος' } as const
    setLines((now) => withLine(now, { ...entry, countedAt: '2026-11-20T09:00:00.000Z' }))
    return Promise.resolve(null)
  }
  const products = new Map([CANDLE, GLASS].map((one) => [one.id, one]))
  const goods = { data: { rows: [...products.values()], more: false }, refetch: vi.fn() }
  const counting = { products, lines, entered: lines, goods, enter } as unknown as Counting
  const scan = useCountScan(counting)
  return (
    <>
      <CountHand scan={scan} counting={counting} />
      <button type="button" onClick={() => scan.receive('5201')}>
        scan
      </button>
      {/* the office asks on another device, and the answer of the server reaches this one */}
      <button
        type="button"
        onClick={() => setLines((now) => now.map((line) => ({ ...line, recountAt: '2026-11-20T08:30:00.000Z' })))}
      >
        ask for a recount
      </button>
      <button type="button" onClick={() => scan.receive('777')}>
        scan unknown
      </button>
      <button type="button" onClick={() => scan.take(CANDLE, null)}>
        row
      </button>
      <ScanNotice word={scan.word} clear={scan.clear} />
    </>
  )
}

const open = (before: readonly CountLine[]) => drawPart(<Counted before={before} />)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const figure = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Counted/ }).value

beforeEach(() => {
  entered = []
  signIn({ uid: 1, role: 'user' })
  vi.stubGlobal('fetch', async (_address: string, request?: { method?: string; body?: string }) => {
    if (request?.method !== 'POST')
      return Response.json({ product: { name: 'Ποτήρι', version: 3, barcode: server.barcode } })
    server.changed.push(JSON.parse(request.body ?? ''))
    return Response.json({ id: GLASS.id, version: 4 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a recount starts a new line although the product is still in hand', async () => {
  await open([])
  for (const _ of [1, 2, 3]) press('scan')
  expect(figure()).toBe('3')
  press('ask for a recount')
  press('scan')
  press('scan')
  expect(figure()).toBe('2')
  const [first, , third, fourth, fifth] = entered
  expect(third).toEqual({ line: first?.line, way: 'FIRST', quantity: 3_0000 })
  expect(fourth).toMatchObject({ way: 'REPLACE', quantity: 1_0000 })
  expect(fourth?.line).not.toBe(first?.line)
  expect(fifth).toEqual({ line: fourth?.line, way: 'REPLACE', quantity: 2_0000 })
})

test('a press on the row of a product to count again shows an empty figure, although the product is in hand', async () => {
  await open([])
  press('scan')
  press('ask for a recount')
  press('row')
  expect(figure()).toBe('')
  press('scan')
  expect(entered.at(-1)).toMatchObject({ way: 'REPLACE', quantity: 1_0000 })
})

test('a product from the list that was counted before is added to or replaced without counting a piece', async () => {
  await open([lineOf('first', 4)])
  press('row')
  press('Add to it')
  expect([entered, figure()]).toEqual([[], ''])
})

test('a scanned product that was counted before is added to or replaced beginning with the scanned piece', async () => {
  await open([lineOf('first', 4)])
  press('scan')
  press('Replace, start at 1')
  expect(entered).toEqual([{ line: expect.any(String), way: 'REPLACE', quantity: 1_0000 }])
})

describe('an unknown code', () => {
  const count = async () => {
    await open([])
    press('scan unknown')
    const search = screen.getByRole('combobox', { name: 'Find a product' })
    fireEvent.change(search, { target: { value: 'Ποτήρι' } })
    fireEvent.keyDown(search, { key: 'Enter' })
  }

  test('becomes the barcode of the product that is counted for it', async () => {
    server.barcode = ''
    server.changed = []
    await count()
    await screen.findByText('Ποτήρι now has the barcode 777')
    expect(server.changed).toEqual([{ id: GLASS.id, version: 3, changes: { barcode: '777' } }])
    expect(entered).toMatchObject([{ quantity: 1_0000 }])
  })

  test('never replaces a barcode that the device does not know of', async () => {
    server.barcode = '5202'
    server.changed = []
    await count()
    await screen.findByText(/^Ποτήρι has the barcode 5202 by now/)
    expect(server.changed).toEqual([])
    expect(entered).toMatchObject([{ quantity: 1_0000 }])
  })
})

test('what is typed after the Enter that picks a product is its counted quantity, and a scan leaves the cursor alone', async () => {
  await open([])
  const picker = screen.getByRole<HTMLInputElement>('combobox')
  picker.focus()
  fireEvent.change(picker, { target: { value: 'KOL' } })
  fireEvent.keyDown(picker, { key: 'Enter' })
  for (const typed of ['KOL1', 'KOL2']) fireEvent.change(picker, { target: { value: typed } })
  await waitFor(() => expect(figure()).toBe('12'))
  expect(entered.at(-1)?.quantity).toBe(quantity(12_0000))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Counted/ }))
  screen.getByRole('combobox').focus()
  press('scan')
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})
