import { expect, test } from 'vitest'
import { CHEQUE_STATES, chequeLifecycle, type ChequeState } from './cheque.ts'

const office = { role: 'logistirio' } as const
const movesFrom = (status: ChequeState) =>
  chequeLifecycle.choices({ status }, office).map(({ name, to }) => `${name} ${to}`)

test('every state has the moves of the register', () => {
  expect(Object.fromEntries(CHEQUE_STATES.map((state) => [state, movesFrom(state)]))).toEqual({
    'IN-HAND': ['deposit DEPOSITED', 'cash CASHED', 'pass-on PASSED-ON', 'bounce BOUNCED'],
    DEPOSITED: ['cash CASHED', 'take-back IN-HAND', 'bounce BOUNCED'],
    'PASSED-ON': ['cash CASHED', 'bounce BOUNCED'],
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
