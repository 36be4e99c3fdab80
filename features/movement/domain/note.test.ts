import { expect, test } from 'vitest'
import { isLive, NOTE_STATUSES } from './note.ts'

test('a failed or withdrawn note leaves its stop free for another one, and a note in any other state occupies it', () => {
  expect(NOTE_STATUSES.filter((status) => !isLive(status))).toEqual(['FAILED', 'WITHDRAWN'])
})
