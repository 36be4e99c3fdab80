/** The states of a cheque that a customer gave us, and how it moves between them. */
import { lifecycle } from '#kernel/lifecycle.ts'
import { paymentsRights } from '../rights.ts'

export const CHEQUE_STATES = ['IN-HAND', 'DEPOSITED', 'PASSED-ON', 'CASHED', 'BOUNCED'] as const
export type ChequeState = (typeof CHEQUE_STATES)[number]

/** The states in which the money of a cheque is not certain yet. */
export const OPEN_CHEQUES: readonly ChequeState[] = ['IN-HAND', 'DEPOSITED', 'PASSED-ON']

const write = paymentsRights.write

/**
 * Deposited at the bank, cashed, taken back from the bank, passed on to a provider, or bounced. A cheque that bounced restores
 * the debt of the customer, and what we owe to the provider to whom it was passed on.
 */
export const chequeLifecycle = lifecycle<ChequeState, { readonly status: ChequeState }>()({
  code: 'payments.cheque',
  states: CHEQUE_STATES,
  finals: ['CASHED', 'BOUNCED'],
  transitions: {
    deposit: [['IN-HAND'], 'DEPOSITED', write],
    cash: [['IN-HAND', 'DEPOSITED', 'PASSED-ON'], 'CASHED', write],
    'take-back': [['DEPOSITED'], 'IN-HAND', write],
    'pass-on': [['IN-HAND'], 'PASSED-ON', write],
    bounce: [['IN-HAND', 'DEPOSITED', 'PASSED-ON'], 'BOUNCED', write],
  },
})

/** The moves that need no further input, for one or many cheques. */
export const PLAIN_MOVES = ['deposit', 'cash', 'take-back'] as const
