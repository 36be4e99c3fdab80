/** The states of cheques that customers gave us and of those that we gave, and how they move between them. */
import { lifecycle } from '#kernel/lifecycle.ts'
import { paymentsRights } from '../rights.ts'

export const CHEQUE_STATES = ['IN-HAND', 'DEPOSITED', 'PASSED-ON', 'GIVEN', 'CASHED', 'BOUNCED'] as const
export type ChequeState = (typeof CHEQUE_STATES)[number]

/** The states in which the money of a cheque has moved, or never will. */
const ENDED: readonly ChequeState[] = ['CASHED', 'BOUNCED']

/** Returns the states of cheques that we gave, or of those that customers gave us. */
export const chequeStates = (given: boolean): readonly ChequeState[] =>
  CHEQUE_STATES.filter((state) => (given ? state === 'GIVEN' : state !== 'GIVEN') || ENDED.includes(state))

/** Returns the states in which the money of a cheque is not certain yet. */
export const openCheques = (given: boolean): readonly ChequeState[] =>
  chequeStates(given).filter((state) => !ENDED.includes(state))

const write = paymentsRights.write

/**
 * Deposited at the bank, cashed, taken back from the bank, passed on to a provider, or bounced. A cheque that bounced restores
 * the debt of the customer, and what we owe to the provider to whom it was passed on. A cheque that we gave is cashed by
 * whom we gave it to, or bounces, which restores what we owe.
 */
export const chequeLifecycle = lifecycle<ChequeState, { readonly status: ChequeState }>()({
  code: 'payments.cheque',
  states: CHEQUE_STATES,
  finals: ENDED,
  transitions: {
    deposit: [['IN-HAND'], 'DEPOSITED', write],
    cash: [['IN-HAND', 'DEPOSITED', 'PASSED-ON', 'GIVEN'], 'CASHED', write],
    'take-back': [['DEPOSITED'], 'IN-HAND', write],
    'pass-on': [['IN-HAND'], 'PASSED-ON', write],
    bounce: [['IN-HAND', 'DEPOSITED', 'PASSED-ON', 'GIVEN'], 'BOUNCED', write],
  },
})

/** The moves that need no further input, for one or many cheques. */
export const PLAIN_MOVES = ['deposit', 'cash', 'take-back'] as const
