/** Tests that a failure of the first reading of the texts does not last. */
import { expect, test } from 'vitest'
import { lineMessage, readOnce } from './line-text.ts'

test('what could not be read is read again by the next call, and then kept', async () => {
  let times = 0
  const read = readOnce(async () => {
    times += 1
    if (times === 1) throw new Error('too many open files')
    return `read ${times}`
  })
  // both wait for the same reading
  expect((await Promise.allSettled([read(), read()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(times).toBe(1)
  expect([await read(), await read(), times]).toEqual(['read 2', 'read 2', 2])
})

test('a line has the texts of the language', async () => {
  const line = {
    key: 'orders.returned',
    kind: 'orders.returned',
    count: 2,
    since: '2026-11-20T08:00:00Z',
    unread: true,
    snoozed: false,
    page: '/orders',
    things: [],
    message: null,
  }
  const [eng, gr] = [await lineMessage(line, 'eng'), await lineMessage(line, 'gr')]
  expect(eng.title).toMatch(/2/)
  expect(gr.title).toMatch(/[α-ω]/)
})
