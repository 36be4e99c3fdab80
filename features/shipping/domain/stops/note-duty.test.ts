import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settingsContracts } from '#kernel/settings/form.ts'
import { shippingRights } from '../rights.ts'
import {
  MOVEMENT_FORM,
  needsCodes,
  needsNotes,
  type NotedOrder,
  notedStops,
  stopsWithoutNote,
  whyNotSettled,
} from './note-duty.ts'

const COMPANY = { vat: '094014201', taxKind: '', country: 'Ελλάδα' } as const
const order = (id: number, more: Partial<NotedOrder> = {}): NotedOrder => ({
  id,
  customerId: 1,
  name: 'Ταβέρνα',
  customer: COMPANY,
  invoiceMode: 'epsilon',
  goods: true,
  address: 'Αιόλου 3',
  postcode: '10551',
  city: 'Αθήνα',
  ...more,
})
const except = (...of: ('private' | 'red' | 'courier')[]) => ({
  exceptions: of.map((one) => ({ of: one, reason: 'ΠΟΛ' })),
})

test('vehicles need notes from the day of the setting on, and never without one', () => {
  expect(
    ['', '2026-11-28', '2026-11-27', '2026-01-01'].map((fromDay) => needsNotes({ fromDay }, '2026-11-27')),
  ).toEqual([false, false, true, true])
})

test('notes need the codes of their goods from the day of the setting on', () => {
  expect(
    ['2026-11-28', '2026-11-27', '2026-01-01'].map((codesFromDay) => needsCodes({ codesFromDay }, '2026-11-27')),
  ).toEqual([false, true, true])
})

describe('the stops that need a note', () => {
  test('are those of the driver, with their orders sorted', () => {
    const stops = notedStops([order(9), order(4, { address: 'Ερμού 1' }), order(2)], 'Driver', except())
    expect(stops.map(({ orderIds }) => orderIds)).toEqual([[2, 9], [4]])
    expect(stops[0]?.name).toBe('Ταβέρνα, Αιόλου 3, 10551 Αθήνα')
  })

  test('leave out what the settings except', () => {
    const orders = [order(1, { customer: { ...COMPANY, vat: ' ' } }), order(2, { invoiceMode: 'red' }), order(3)]
    const ids = (...given: Parameters<typeof except>) =>
      notedStops(orders, 'Driver', except(...given)).flatMap(({ orderIds }) => orderIds)
    expect([ids(), ids('private'), ids('red'), ids('courier')]).toEqual([
      [1, 2, 3],
      [2, 3],
      [1, 3],
      [1, 2, 3],
    ])
    expect(notedStops(orders, 'ACS', except('courier'))).toEqual([])
    expect(notedStops(orders, 'ACS', except())).toHaveLength(1)
  })
})

test('the exception for private persons leaves out no public body, church or company outside the union that has no VAT number', () => {
  const of = (...[taxKind, country]: [NotedOrder['customer']['taxKind'], string]) => ({
    customer: { vat: '', taxKind, country },
  })
  const orders = [
    order(1, of('public', 'Ελλάδα')),
    order(2, of('outside', 'Ελβετία')),
    order(3, of('private', 'Ελλάδα')),
    order(4, { customer: { ...COMPANY, taxKind: 'private' } }),
  ]
  expect(notedStops(orders, 'Driver', except('private')).flatMap(({ orderIds }) => orderIds)).toEqual([1, 2])
})

test('an order without goods needs no note, and stands on no note of its stop', () => {
  const stops = notedStops(
    [order(1), order(2, { goods: false }), order(3, { address: 'Ερμού 1', goods: false })],
    'Driver',
    except(),
  )
  expect(stops.map(({ orderIds }) => orderIds)).toEqual([[1]])
})

test('an exception of the law needs a reason, and so does settling an order that left without a note', () => {
  const { save } = settingsContracts({ ...MOVEMENT_FORM, right: shippingRights.plan })
  const isAccepted = (reason: string): boolean =>
    save.input.safeParse({ values: { exceptions: [{ of: 'private', reason }] }, shown: {} }).success
  expect([isAccepted('ΠΟΛ'), isAccepted(' ')]).toEqual([true, false])
  expect(whyNotSettled('εκδόθηκε εκ των υστέρων')).toBeNull()
  expect(whyNotSettled(' ')).toMatchObject({ details: { fields: { reason: 'shipping.note-required' } } })
})

describe('the vehicle may leave', () => {
  test('only with a ready note over exactly the orders of each stop', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(ids, ids, fc.boolean(), (ofStop, ofNote, ready) => {
        const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b)
        const stop = { key: 'a', name: 'a', orderIds: sorted(ofStop) }
        const left = stopsWithoutNote([stop], [{ orderIds: sorted(ofNote), ready }])
        expect(left.length === 0).toBe(ready && String(sorted(ofStop)) === String(sorted(ofNote)))
      }),
    )
  })

  test('without notes if no stop needs one', () => {
    expect(stopsWithoutNote([], [])).toEqual([])
  })
})
