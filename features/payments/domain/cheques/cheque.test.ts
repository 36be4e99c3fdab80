import { expect, test } from 'vitest'
import { CHEQUE_STATES, chequeLifecycle, type ChequeState, chequeStates, openCheques } from './cheque.ts'

const office = { role: 'logistirio' } as const
const movesFrom = (status: ChequeState) =>
  chequeLifecycle.choices({ status }, office).map(({ name, to }) => `${name} ${to}`)

test('every state has the moves of the register', () => {
  expect(Object.fromEntries(CHEQUE_STATES.map((state) => [state, movesFrom(state)]))).toEqual({
    'IN-HAND': ['deposit DEPOSITED', 'cash CASHED', 'pass-on PASSED-ON', 'bounce BOUNCED'],
    DEPOSITED: ['cash CASHED', 'take-back IN-HAND', 'bounce BOUNCED'],
    'PASSED-ON': ['cash CASHED', 'bounce BOUNCED'],
    GIVEN: ['cash CASHED', 'bounce BOUNCED'],
    CASHED: [],
    BOUNCED: [],
  })
  expect(chequeLifecycle.deadEnds()).toEqual([])
})

test('a move that does not fit is refused with the state', () => {
  expect(chequeLifecycle.whyNot('deposit', { status: 'CASHED' }, office)).toMatchObject({
    code: 'payments.cheque.wrong-status',
    details: { status: 'CASHED' },
  })
})

test('cheques that we gave have states of their own, of which one is open', () => {
  expect(chequeStates(true)).toEqual(['GIVEN', 'CASHED', 'BOUNCED'])
  expect(openCheques(true)).toEqual(['GIVEN'])
  expect(chequeStates(false)).toEqual(['IN-HAND', 'DEPOSITED', 'PASSED-ON', 'CASHED', 'BOUNCED'])
  expect(openCheques(false)).toEqual(['IN-HAND', 'DEPOSITED', 'PASSED-ON'])
})
