/** Tests what may be answered to the delivery note of another company, and until when. */
import { expect, test } from 'vitest'
import { NOTE_STATES } from '#kernel/tax/delivery-note.ts'
import type { Day } from '#kernel/day.ts'
import {
  answerAdviceOf,
  ANSWER_KINDS,
  ANSWERED_OTHERWISE,
  daysToAnswer,
  qrUrlOf,
  type AnswerKind,
  whyNoAnswer,
} from './received-note.ts'

const STATES = Object.values(NOTE_STATES)

test.each([
  ['confirm', ['in-transit', 'delivered']],
  ['reject', ['registered', 'in-transit', 'delivered']],
] as const)(
  'the tax office takes the answer "%s" in its states only, and a note whose state it did not name is tried',
  (kind, states) => {
    const open = STATES.filter((state) => whyNoAnswer(kind, { state, answer: null }) === null)
    expect(open).toEqual(states)
    expect(whyNoAnswer(kind, { state: null, answer: null })).toBeNull()
  },
)

test('a note is answered once: not while an answer is on its way, nor after it arrived, but again after a refusal', () => {
  const state = 'in-transit'
  for (const kind of ANSWER_KINDS) {
    for (const status of ['WAITING', 'SENDING'] as const)
      expect(whyNoAnswer(kind, { state, answer: { kind: 'reject', status } })?.code).toBe('receiving.on-its-way')
    expect(whyNoAnswer(kind, { state, answer: { kind: 'reject', status: 'DONE' } })?.code).toBe(
      'receiving.answered.reject',
    )
    expect(whyNoAnswer(kind, { state, answer: { kind: 'confirm', status: 'FAILED' } })).toBeNull()
  }
})

test('a refused answer is given again while the note is in the state that it leads to, because it may have arrived', () => {
  const failed = (kind: AnswerKind) => ({ kind, status: 'FAILED' }) as const
  expect(whyNoAnswer('confirm', { state: 'completed', answer: failed('confirm') })).toBeNull()
  expect(whyNoAnswer('reject', { state: 'rejected', answer: failed('reject') })).toBeNull()
  expect(whyNoAnswer('reject', { state: 'completed', answer: failed('confirm') })?.code).toBe(
    'receiving.not-in-state.completed',
  )
  expect(whyNoAnswer('confirm', { state: 'cancelled', answer: failed('confirm') })?.code).toBe(
    'receiving.not-in-state.cancelled',
  )
})

test('fifteen days are left on the day of the note, none on the last one, and less than none after it', () => {
  const left = (today: string) => daysToAnswer('2026-11-20' as Day, today as Day)
  expect([left('2026-11-20'), left('2026-12-05'), left('2026-12-07')]).toEqual([15, 0, -2])
})

test('every code of the tax office for deliveries, 800 to 834, has an advice, and so has an answer that was given otherwise', () => {
  const codes = Array.from({ length: 35 }, (_, at) => String(800 + at))
  expect(codes.filter((code) => answerAdviceOf(code) === 'other')).toEqual([])
  expect(answerAdviceOf(ANSWERED_OTHERWISE)).toBe(ANSWERED_OTHERWISE)
})

test('a scanned code is the address in it, and other codes are none', () => {
  expect(qrUrlOf(' https://mydata.example/TimologioQR/QRInfo?q=a%3d ')).toBe(
    'https://mydata.example/TimologioQR/QRInfo?q=a%3d',
  )
  for (const code of ['5201234567890', 'javascript:alert(1)', 'https:// x', '']) expect(qrUrlOf(code)).toBeNull()
})
