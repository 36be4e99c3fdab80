import { expect, test } from 'vitest'
import { type BoxFacts, type BoxPhase, phaseOf } from './box-phase.ts'

const READY: BoxFacts = { status: 'TO-PACKAGE', mayPackage: true, press: 'none', hasEarlierPress: false }

test.each<[what: string, facts: Partial<BoxFacts>, phase: BoxPhase]>([
  ['an order that waits to be packaged is ready', {}, 'ready'],
  ['a person without the right only looks', { mayPackage: false }, 'forbidden'],
  ['an order packaged by somebody else does not wait', { status: 'PACKAGED' }, 'not-waiting'],
  ['a parked order does not wait, whoever looks', { status: 'PARKED', mayPackage: false }, 'not-waiting'],
  ['a press without an answer is being sent', { press: 'sending' }, 'sending'],
  [
    'a press of this dialog is stored on the device while it is sent',
    { press: 'sending', hasEarlierPress: true },
    'sending',
  ],
  [
    'a press stays under way until its answer, even if the new status arrives first',
    { press: 'sending', status: 'PACKAGED' },
    'sending',
  ],
  ['a press that the device keeps waits for the connection', { press: 'kept', hasEarlierPress: true }, 'waits'],
  ['a press of an earlier opening waits for the connection', { hasEarlierPress: true }, 'waits'],
  [
    'a kept press counts no more once somebody else has packaged the order',
    { press: 'kept', status: 'PACKAGED' },
    'not-waiting',
  ],
  ['a packaged order is done before its new status arrives', { press: 'done' }, 'done'],
  ['a packaged order is done after its new status has arrived', { press: 'done', status: 'PACKAGED' }, 'done'],
])('%s', (_, facts, phase) => {
  expect(phaseOf({ ...READY, ...facts })).toBe(phase)
})
