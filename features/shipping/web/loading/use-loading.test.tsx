import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import i18n from 'i18next'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { readPrivate } from '#web/offline/answer-cache.ts'
import type { Person } from '#web/offline/stored-person.ts'
import { queryClient } from '#web/query.ts'
import type { Loading } from '../../domain/loading-contract.ts'
import { useLoading } from './use-loading.ts'

const PERSON: Person = {
  id: 811,
  username: 'Nikos',
  email: 'nikos@kerino.test',
  firstName: '',
  role: 'driver',
  actingRole: 'driver',
  section: null,
  acting: { role: 'driver' },
  seen: null,
}
const STOP = { orderId: 12, position: 1, name: 'Taverna', label: '', city: '', parcels: 2, loaded: [] }
const LOADING: Loading = {
  id: 5,
  status: 'PENDING',
  driver: 'Nikos',
  vehicle: '',
  departedAt: null,
  stops: [STOP],
  doneKeys: [],
}
let answers = true
const realFetch = globalThis.fetch

beforeAll(startLanguages)
beforeEach(() => {
  localStorage.setItem('authUser', JSON.stringify({ uid: PERSON.id }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
  globalThis.fetch = async (_address, request) => {
    if (request?.method === 'POST') {
      // the connection is lost right after the tick has arrived
      answers = false
      return Response.json({ orderId: 12, parcel: 1, loaded: true })
    }
    if (!answers) throw new TypeError('Failed to fetch')
    return Response.json(LOADING)
  }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  globalThis.fetch = realFetch
})

const open = () =>
  renderHook(() => useLoading(LOADING.id, PERSON), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  })
const loadedIn = ({ result }: ReturnType<typeof open>) =>
  result.current.now?.stops.flatMap(({ loaded }) => loaded.map(({ parcel }) => parcel))

test('a tick that the server has accepted is shown after a reload without a connection', async () => {
  const page = open()
  await waitFor(() => expect(loadedIn(page)).toEqual([]))
  await act(async () => expect(await page.result.current.tick(STOP, 1, true)).toBe('known'))
  await waitFor(() => expect(loadedIn(page)).toEqual([1]))
  await waitFor(async () =>
    expect(await readPrivate(PERSON.id, 'loading-ticks 5')).toMatchObject([{ acceptedAfter: expect.any(Number) }]),
  )
  page.unmount()
  queryClient.clear()

  const again = open()
  await waitFor(() => expect(loadedIn(again)).toEqual([1]))
})

test('the list of waiting actions names each press of the page by its own text', () => {
  const { result } = open()
  const inputs = {
    'shipping.load-parcel': { shipmentId: 5, orderId: 12, parcel: 2 },
    'shipping.depart': { id: 5 },
  }
  const names = Object.entries(inputs).map(([command, input]) => {
    const pressed = result.current.pressed({ key: '', command, input, name: '', at: '' })
    return i18n.t(`press.${pressed?.word}`, { ns: 'shipping', ...pressed?.input })
  })
  expect(names).toEqual(['Order 12, parcel 2', 'Departure of shipment 5'])
})
