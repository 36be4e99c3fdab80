import { expect, test } from 'vitest'
import { isConnectionLost } from './lost-connection.ts'

const sent = { status: 'WAITING', errorCode: 'time-out', test: false }

test.each([
  ['waits for a service that does not answer', sent, true],
  ['is being sent again', { ...sent, status: 'SENDING' }, true],
  ['has an unknown result', { ...sent, status: 'UNKNOWN' }, true],
  ['met a failure of the service', { ...sent, errorCode: 'http-503' }, true],
  ['met a service that refuses to sign in', { ...sent, errorCode: 'sign-in 401' }, true],
  ['met a technical failure', { ...sent, errorCode: 'technical' }, true],
])('a document may go out without its MARK if it %s', (_what, facts, lost) => {
  expect(isConnectionLost(facts)).toBe(lost)
})

test.each([
  ['is only a test', { ...sent, test: true }],
  ['was issued', { ...sent, status: 'ACKNOWLEDGED' }],
  ['was refused', { ...sent, status: 'FAILED', errorCode: '203' }],
  ['was not tried yet', { ...sent, errorCode: null }],
  ['has an answer', { ...sent, errorCode: 'http-400' }],
])('a document may not go out without its MARK if it %s', (_what, facts) => {
  expect(isConnectionLost(facts)).toBe(false)
})
