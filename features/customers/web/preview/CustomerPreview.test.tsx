/** Tests the customer beside a list, with a server that answers from memory. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import { newParty } from '#features/parties/web/form/party-form.ts'
import { chooseLanguage, startLanguages } from '#web/i18n.ts'
import { queryClient } from '#web/query.ts'
import CustomerPreview, { readAhead } from './CustomerPreview.tsx'

const order = (id: number, status: string) => ({
  id,
  status,
  createdAt: '2026-11-20T10:00:00.000Z',
  expectedDelivery: null,
  description: '',
  total: 42_16,
})
const ANSWERS: Readonly<Record<string, unknown>> = {
  'customers.detail': { party: { ...newParty(), id: 7, version: 1, name: 'Taverna', createdAt: '', updatedAt: '' } },
  'customers.standing': { balance: 120_50, overdue: 0, held: [] },
  'customers.open-orders': { offers: [], pending: [], preparation: [order(154, 'STOCK-OK'), order(153, 'PACKAGED')] },
}

const asked: string[] = []

beforeAll(async () => {
  await startLanguages()
  await chooseLanguage('eng')
})
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', async (address: string) => {
    const name = new URL(address, 'http://page').pathname.replace('/app/', '')
    asked.push(name)
    return name in ANSWERS ? Response.json(ANSWERS[name]) : new Promise(() => undefined)
  })
  signIn({ uid: 1, role: 'admin' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('a customer has their balance and open orders, for which their history is not read', async () => {
  await readAhead(7)
  await drawPart(<CustomerPreview id={7} />)
  expect(screen.getByText('€120.50')).toBeDefined()
  expect(screen.getByRole('link', { name: '#154' }).getAttribute('href')).toBe('/order-detail/154')
  expect(screen.getByRole('link', { name: '#153' })).toBeDefined()
  expect(screen.getAllByRole('group', { name: 'In preparation' })).toHaveLength(1)
  // what was read ahead is not read again
  expect(asked.filter((name) => name in ANSWERS).toSorted()).toEqual(Object.keys(ANSWERS).toSorted())
  expect(asked).not.toContain('customers.account')
})
