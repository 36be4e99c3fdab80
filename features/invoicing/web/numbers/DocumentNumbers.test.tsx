import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { ListedNumbers } from '../../domain/contract.ts'
import DocumentNumbers from './DocumentNumbers.tsx'

const realFetch = globalThis.fetch
beforeAll(startLanguages)
beforeEach(() => signIn({ uid: 1, role: 'admin' }))
afterEach(() => {
  cleanup()
  globalThis.fetch = realFetch
  queryClient.clear()
})

const SINCE = '2026-11-23T03:00:00.000Z'
const NUMBERS: ListedNumbers = {
  series: [{ series: 'ΤΠ', year: 2026, branch: 0, first: 1, last: 79, skipped: 0 }],
  open: [],
  lost: [],
  unread: null,
}

/** Draws the panel over a server with these numbers. Returns the inputs with which the documents were read. */
async function draw(change: Partial<ListedNumbers>): Promise<unknown[]> {
  const sent: unknown[] = []
  globalThis.fetch = async (address, init) => {
    const name = new URL(address as string, 'http://page').pathname.replace('/app/', '')
    if (init?.method === 'POST' && name === 'invoicing.read-documents') sent.push(JSON.parse(init.body as string))
    return Response.json(name === 'invoicing.numbers' ? { ...NUMBERS, ...change } : { adopted: 4 })
  }
  await drawPart(<DocumentNumbers />)
  return sent
}

const button = () => screen.findByRole('button', { name: 'Read the documents' })

test('what was issued and is in no book is listed with its MARK, and with its order if that is here', async () => {
  const known = { id: 1, series: 'ΤΠ', number: 78, day: '2026-11-24', mark: '400001000000078', orderId: 12 }
  await draw({ lost: [known, { ...known, id: 2, number: 79, mark: '400001000000079', orderId: null }] })
  const [, ...rows] = await screen.findAllByRole('row', { name: /4000010000000|MARK/ })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/ΤΠ 78.*24\/11\/2026.*400001000000078.*12$/),
    expect.stringMatching(/ΤΠ 79.*400001000000079.*–$/),
  ])
})

test('after a restore on another server the documents are read at the tax office by one press', async () => {
  const sent = await draw({ unread: { since: SINCE, asks: true } })
  expect(await screen.findByText(/from a backup of 23\/11\/2026/)).toBeTruthy()
  fireEvent.click(await button())
  expect(await screen.findByText(/Documents adopted: 4/)).toBeTruthy()
  expect(sent).toEqual([{ reason: '' }])
})

test('without an account at the tax office the press needs a reason', async () => {
  const sent = await draw({ unread: { since: SINCE, asks: false } })
  fireEvent.click(await button())
  expect(sent).toEqual([])
  fireEvent.change(await screen.findByLabelText(/reason/i), { target: { value: 'Looked there' } })
  fireEvent.click(await button())
  await waitFor(() => expect(sent).toEqual([{ reason: 'Looked there' }]))
})
