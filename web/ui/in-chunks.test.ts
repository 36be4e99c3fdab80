import { expect, test } from 'vitest'
import { inChunks } from '#web/ui/in-chunks.ts'

const ids = [1, 2, 3, 4, 5]
const sum = (of: number[]) => of.reduce((before, id) => before + id, 0)

test('all parts run in order, and each reports the progress', async () => {
  const reported: number[] = []
  const outcome = await inChunks({
    ids,
    size: 2,
    call: async (part) => sum(part),
    progress: (done) => reported.push(done),
    signal: new AbortController().signal,
  })
  expect(outcome).toEqual({ answers: [3, 7, 5], left: [], error: null })
  expect(reported).toEqual([2, 4, 5])
})

test('a failure ends the work and returns the results and the remaining ids', async () => {
  const error = new Error('the connection failed')
  const outcome = await inChunks({
    ids,
    size: 2,
    call: (part) => (part.includes(3) ? Promise.reject(error) : Promise.resolve(sum(part))),
    progress: () => {},
    signal: new AbortController().signal,
  })
  expect(outcome).toEqual({ answers: [3], left: [3, 4, 5], error })
})

test('a stop waits for the running part', async () => {
  const stop = new AbortController()
  const outcome = await inChunks({
    ids,
    size: 2,
    call: async (part) => {
      stop.abort()
      return sum(part)
    },
    progress: () => {},
    signal: stop.signal,
  })
  expect(outcome).toEqual({ answers: [3], left: [3, 4, 5], error: null })
})
