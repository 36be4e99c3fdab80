import { describe, expect, test } from 'vitest'
import { type Cents, cents } from '#kernel/money.ts'
import { answersOf, bookedFor, type BookedPayment, chosenOf, whyNotReconciled } from './booked.ts'
import type { Candidate } from './proposal.ts'

const payment = (paymentId: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
  paymentId,
  kind: 'customers',
  partyId: paymentId,
  name: `Πελάτης ${paymentId}`,
  day: '2026-11-19' as BookedPayment['day'],
  reference: '',
  ...more,
})
const line = { name: 'ΨΗΣΤΑΡΙΑ ΒΕΛΒΑΣ', text: 'εξόφληση', reference: 'B-1' }
const found = (id: number, reason: Candidate['found'][number] = 'iban'): Candidate => ({
  kind: 'customers',
  id,
  name: '',
  found: [reason, 'amount'],
  documents: [],
})
const chosen = { chosen: true, sure: true }

describe('a payment of the amount of a line', () => {
  test('comes first if its reference is that of the line, then if its party is found', () => {
    const { booked, isClear } = bookedFor(line, [payment(1), payment(2), payment(3, { reference: 'B-1' })], [found(2)])
    expect(booked.map(({ paymentId, reasons, fits }) => [paymentId, reasons, fits])).toEqual([
      [3, ['reference'], true],
      [2, ['iban'], true],
      [1, [], false],
    ])
    expect(isClear).toBe(true)
  })

  test('fits if only the name of the line says whose it is, as for money that was given back', () => {
    const own = payment(1, { name: 'Ψησταριά Βέλβας ΑΕ', kind: 'salespersons' })
    expect(bookedFor(line, [own], []).booked).toMatchObject([{ reasons: ['same-name'], fits: true }])
    expect(bookedFor({ ...line, name: '' }, [own], []).booked).toMatchObject([{ reasons: [], fits: false }])
  })

  test('is chosen among equal ones of its party, and not beside one of another party that fits as well', () => {
    const [one, same, other] = [payment(1), payment(2, { partyId: 1 }), payment(3)]
    expect(bookedFor(line, [one, same], [found(1)]).isClear).toBe(true)
    expect(bookedFor(line, [one, other], [found(1), found(3)]).isClear).toBe(false)
    expect(bookedFor(line, [one], []).isClear).toBe(false)
  })

  test('leaves no new payment chosen beside it, and one that only has the amount does not disturb', () => {
    const fits = bookedFor(line, [payment(1), payment(3)], [found(1), found(3)])
    expect(chosenOf(fits, chosen)).toEqual({ chosen: false, sure: false })
    const weak = bookedFor(line, [payment(1)], [])
    expect(chosenOf(weak, chosen)).toEqual(chosen)
    const proposal = {
      kind: 'customers',
      id: 9,
      name: 'Νέα',
      score: 90,
      reasons: [],
      settles: [],
      matched: false,
    } as const
    const order = (booked: typeof weak.booked) =>
      answersOf({ booked, proposals: [proposal] }).map((one) => ('paymentId' in one ? one.paymentId : 'new'))
    expect([order(weak.booked), order(fits.booked)]).toEqual([
      ['new', 1],
      [1, 3, 'new'],
    ])
  })
})

test.each([
  ['of the amount and direction', {}, null],
  ['of a negative amount received', { bound: 'Inbound', amount: -50_00 }, null],
  ['of the other direction', { bound: 'Inbound' }, 'bank-statements.other-payment'],
  ['of another amount', { amount: 50_01 }, 'bank-statements.other-payment'],
  ['in cash', { type: 'CASH' }, 'bank-statements.other-payment'],
  ['that is cancelled', { cancelledById: 8 }, 'payments.cancelled-already'],
  ['that is a counter-entry', { cancelsId: 8 }, 'payments.is-counter-entry'],
  ['of another line', { hasLine: true }, 'bank-statements.payment-has-line'],
] as const)('a line of money that went out and a payment %s', (_, more, code) => {
  const stored = {
    id: 7,
    bound: 'Outbound',
    type: 'BANK',
    cancelsId: null,
    cancelledById: null,
    hasLine: false,
    ...more,
    amount: cents('amount' in more ? more.amount : 50_00),
  } as const
  expect(whyNotReconciled({ amount: -50_00 as Cents }, stored)?.code ?? null).toBe(code)
})
