import { expect, test } from 'vitest'
import type { Day } from '#kernel/day.ts'
import { chooseDelivery, laterDelivery, proposeDelivery, withoutProposal } from './draft-delivery.ts'
import { EMPTY_DRAFT, type OrderDraft } from './order-draft.ts'

const FRIDAY = '2026-11-20' as Day
const MONDAY = '2026-11-23 00:00:00'
const ofMaria: OrderDraft = { ...EMPTY_DRAFT, customer: { id: 1, name: 'Μαρία', label: '', phone: '', vat: '' } }

test('an order with a customer is proposed for the next working day', () => {
  expect(proposeDelivery(EMPTY_DRAFT, FRIDAY)).toBe(EMPTY_DRAFT)
  expect(proposeDelivery(ofMaria, FRIDAY).expectedDelivery).toBe(MONDAY)
})

test('a proposal follows the day, and what a person chose or emptied stays', () => {
  const proposed = proposeDelivery(ofMaria, FRIDAY)
  expect(proposeDelivery(proposed, '2026-11-23' as Day).expectedDelivery).toBe('2026-11-24 00:00:00')
  for (const given of [MONDAY, '2026-12-01 09:30:00', null]) {
    const chosen = chooseDelivery(proposed, given)
    expect(proposeDelivery(chosen, '2026-11-23' as Day)).toBe(chosen)
  }
  const fromEarlier = { ...ofMaria, expectedDelivery: '2026-12-01 09:30:00' }
  expect(proposeDelivery(fromEarlier, FRIDAY)).toBe(fromEarlier)
})

test('an offer has no proposed delivery, but keeps one that a person chose', () => {
  const proposed = proposeDelivery(ofMaria, FRIDAY)
  expect(withoutProposal(proposed).expectedDelivery).toBeNull()
  expect(withoutProposal(chooseDelivery(proposed, MONDAY)).expectedDelivery).toBe(MONDAY)
})

test('a delivery is moved to the day on which the goods are ready only if that is later', () => {
  const delivery = '2026-11-23 10:00:00'
  expect(laterDelivery(delivery, '2026-11-24' as Day)).toBe('2026-11-24 00:00:00')
  expect(laterDelivery(delivery, '2026-11-23' as Day)).toBe(delivery)
  expect(laterDelivery(delivery, '2026-11-20' as Day)).toBe(delivery)
  expect(laterDelivery(delivery, null)).toBe(delivery)
})
