/** Tests who is offered the way back after an order was sent by what a person typed. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { startLanguages } from '#web/i18n.ts'
import { send } from './move-verbs.ts'

let sent: unknown[] = []
beforeAll(startLanguages)
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string))
    return Response.json({ id: 12, status: 'TO-PACKAGE', version: 4 })
  })
})
afterEach(() => {
  cleanup()
  signIn(null)
  vi.unstubAllGlobals()
})

async function sendFor(rights: Record<string, boolean>): Promise<void> {
  signIn({ uid: 1, role: 'user', right_changes: rights })
  await drawPart(<p />)
  await send({ record: { id: 12, title: '#12', status: 'STOCK-OK', to: '/order-detail/12' }, amount: null })
  expect(await screen.findByText(/Order 12 .*packag/)).toBeDefined()
}

test('a person who may take the order back is offered it', async () => {
  await sendFor({})
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent).toMatchObject([{ transition: 'send' }, { transition: 'reopen', version: 4 }]))
})

test('a person who may only send orders is not', async () => {
  await sendFor({ 'orders.cancel': false })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})
