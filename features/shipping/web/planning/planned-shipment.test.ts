import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, readAgain } from '#web/query.ts'
import { keepShipment, readKeptShipment, useKeptShipment } from './kept-shipment.ts'
import { refreshed, withOrders } from './stop-order.ts'
import { useCheckedStops } from './use-checked-stops.ts'

const row = (id: number, more: object = {}) => ({
  id,
  customerId: id,
  name: `Ταβέρνα ${id}`,
  label: '',
  address: 'Ερμού 1',
  city: 'Αθήνα',
  postcode: '10563',
  phone: '2101',
  driverNote: '',
  expectedDelivery: null,
  lineCount: 2,
  total: 1_250,
  invoiceMode: 'epsilon',
  ...more,
})
const stopsOf = (...ids: number[]) =>
  withOrders(
    [],
    ids.map((id) => row(id)),
  )
const details = { extra: 'Κλειδί στο γραφείο', vouchers: new Map([[7, '7227889830']]), departure: '07:30' }

beforeEach(() => localStorage.clear())

describe('the shipment that is being planned', () => {
  test('is kept on the device, only for the person who plans it', () => {
    const stops = stopsOf(7, 8).map((stop) => ({ ...stop, locked: stop.id === 8 }))
    keepShipment(1, { stops, details })
    expect(readKeptShipment(1)).toEqual({ stops, details })
    expect(readKeptShipment(2).stops).toEqual([])
    keepShipment(1, { stops: [], details: { extra: '', vouchers: new Map(), departure: '' } })
    expect(localStorage).toHaveLength(0)
  })

  test('keeps no voucher of an order that was removed', () => {
    keepShipment(1, { stops: stopsOf(8), details })
    expect(readKeptShipment(1).details.vouchers).toEqual(new Map())
  })

  test.each(['', '{', 'null', '[]', '{"stops":[{"id":7}],"extra":"","vouchers":[]}'])(
    'is empty where %s is stored',
    (text) => {
      localStorage.setItem('shipment-draft:1', text)
      expect(readKeptShipment(1).stops).toEqual([])
    },
  )

  test('is there again after leaving the page, with the position that is locked', () => {
    const first = renderHook(() => useKeptShipment(1))
    act(() => {
      first.result.current.setStops(stopsOf(8, 7).map((stop) => ({ ...stop, locked: stop.id === 7 })))
      first.result.current.setDetails(details)
    })
    first.unmount()
    const { result } = renderHook(() => useKeptShipment(1))
    expect(result.current.stops.map(({ id, locked }) => [id, locked])).toEqual([
      [8, false],
      [7, true],
    ])
    expect(result.current.details).toEqual(details)
  })

  test('shows its orders as they are now, and stays the same list if nothing has changed', () => {
    const stops = stopsOf(7, 8)
    expect(refreshed(stops, [row(8), row(7)])).toBe(stops)
    const moved = refreshed(stops, [row(7, { address: 'Αιόλου 86' })])
    expect(moved.map(({ address }) => address)).toEqual(['Αιόλου 86', 'Ερμού 1'])
  })
})

describe('the check of the stops', () => {
  const gone = { id: 8, status: 'ON SHIPPING', shipment: { id: 3, driver: 'Στέλιος' } }
  /** The orders that another person has planned. */
  let taken: number[] = []
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const open = (sending = false, planned: number | null = null) =>
    renderHook(
      (props) => {
        const [stops, setStops] = useState(stopsOf(7, 8))
        return { stops, setStops, ...useCheckedStops(stops, setStops, props.sending, props.planned) }
      },
      { wrapper, initialProps: { sending, planned } },
    )
  type Opened = ReturnType<typeof open>['result']
  const idsOf = (result: Opened) => result.current.stops.map(({ id }) => id)

  beforeEach(() => {
    taken = []
    vi.stubGlobal('fetch', async (address: string) => {
      const input = new URL(address, 'http://kerino.test').searchParams.get('input') ?? ''
      const { orderIds } = JSON.parse(input) as { orderIds: number[] }
      return Response.json({
        waiting: orderIds.filter((id) => !taken.includes(id)).map((id) => row(id)),
        gone: orderIds.filter((id) => taken.includes(id)).map((id) => ({ ...gone, id })),
      })
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    queryClient.clear()
  })

  test('removes an order that another person plans meanwhile, and tells where it is', async () => {
    const { result } = open()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(idsOf(result)).toEqual([7, 8])
    taken = [8]
    act(() => readAgain(['orders']))
    await waitFor(() => expect(idsOf(result)).toEqual([7]))
    expect(result.current.gone).toEqual([gone])
    act(() => result.current.forget())
    expect(result.current.gone).toEqual([])
  })

  test('no longer tells what left the shipment once the shipment is planned', async () => {
    taken = [8]
    const { result, rerender } = open()
    await waitFor(() => expect(result.current.gone).toEqual([gone]))
    rerender({ sending: true, planned: null })
    expect(result.current.gone).toEqual([gone])
    rerender({ sending: false, planned: 30 })
    expect(result.current.gone).toEqual([])
  })

  test('does not remove an order that waits again because of an answer from before', async () => {
    taken = [8]
    const { result } = open()
    await waitFor(() => expect(idsOf(result)).toEqual([7]))
    taken = []
    act(() => result.current.setStops((before) => withOrders(before, [row(8)])))
    await waitFor(() => expect(result.current.gone).toEqual([]))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(idsOf(result)).toEqual([7, 8])
  })

  test('removes nothing while the shipment itself is sent', async () => {
    const { result, rerender } = open(true)
    taken = [7, 8]
    act(() => readAgain(['orders']))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(idsOf(result)).toEqual([7, 8])
    rerender({ sending: false, planned: null })
    await waitFor(() => expect(idsOf(result)).toEqual([]))
  })
})
