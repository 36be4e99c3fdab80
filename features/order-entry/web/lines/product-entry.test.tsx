/** Tests the field that adds lines to an order: a line typed as one text, and lines of a sheet. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fold } from '#kernel/fold.ts'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { candle, lantern } from '../../domain/draft-test-goods.ts'
import type { TypedLine } from '../../domain/typed-line.ts'
import { ProductEntry } from './ProductEntry.tsx'

const GOODS = [candle, lantern].map((product) => ({
  ...product,
  photo: '',
  category: '',
  usageType: 'COMPLETE-PRODUCT',
}))
/** What the field added, in words. */
let added: string[] = []
const say = (name: string, { quantity, lent }: TypedLine) => added.push(`${quantity / 10_000} ${name} ${lent}`.trim())

function Entry() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <ProductEntry
      inputRef={input}
      adding={{
        line: ({ name }) => added.push(name),
        typed: ({ name }, line) => say(name, line),
        piece: () => undefined,
        all: (lines) => lines.forEach(({ product, line }) => say(product.name, line)),
      }}
    />
  )
}

beforeAll(startLanguages)
beforeEach(() => {
  signIn({ uid: 1, role: 'admin' })
  added = []
  vi.stubGlobal('fetch', async (address: string) => {
    const asked = JSON.parse(new URL(address, 'http://page').searchParams.get('input') ?? '{}')
    const is = ({ name, sku }: (typeof GOODS)[number]) =>
      asked.exact
        ? [name, sku].some((text) => fold(text) === fold(asked.search))
        : fold(`${name} ${sku}`).includes(fold(asked.search))
    return Response.json({ rows: GOODS.filter(is) })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const field = () => screen.getByRole<HTMLInputElement>('combobox')

async function typeAndEnter(text: string): Promise<void> {
  const before = added.length
  fireEvent.change(field(), { target: { value: text } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(added.length).toBe(before + 1))
}

const paste = (text: string) => fireEvent.paste(field(), { clipboardData: { getData: () => text } })

test('one Enter adds the product, the quantity and what is lent, and a text without a quantity adds the product alone', async () => {
  await drawPart(<Entry />)
  await typeAndEnter('k-7 12')
  await typeAndEnter('ΚΕΡΙ ΣΕ ΠΟΤΗΡΙ 3 ποτήρι')
  await typeAndEnter('F-8')
  expect(added).toEqual(['12 Κερί σε ποτήρι', '3 Κερί σε ποτήρι ποτήρι', 'Φανάρι'])
})

test('pasted lines of known products are added, and a press searches one of the others', async () => {
  await drawPart(<Entry />)
  paste('Code\tPieces\nK-7\t12\nF-\t5\nf-8\t2\nK-7\t1,5')
  const left = await screen.findByRole('alert')
  expect(added).toEqual(['12 Κερί σε ποτήρι', '2 Φανάρι'])
  // a part of a code is no code, and pieces are whole
  expect(
    within(left)
      .getAllByRole('button', { name: /^Search / })
      .map(({ textContent }) => textContent),
  ).toEqual(['F- 5', 'K-7 1,5'])
  fireEvent.click(within(left).getByRole('button', { name: 'Search F- 5' }))
  expect(field().value).toBe('F- 5')
  expect(document.activeElement).toBe(field())
  expect(screen.queryByRole('button', { name: 'Search F- 5' })).toBeNull()
})

test('a text of one line is pasted into the field as it is', async () => {
  await drawPart(<Entry />)
  const event = paste('K-7 12')
  // true if the browser pastes it
  expect(event).toBe(true)
  expect(added).toEqual([])
})

test('lines stay to be searched when the server refuses to answer', async () => {
  await drawPart(<Entry />)
  vi.stubGlobal('fetch', async () =>
    Response.json({ refusal: { kind: 'forbidden', code: 'forbidden' } }, { status: 403 }),
  )
  paste('K-7\t12\nF-8\t2')
  expect(await screen.findByRole('button', { name: 'Search K-7 12' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Search F-8 2' })).toBeTruthy()
  expect(added).toEqual([])
})
