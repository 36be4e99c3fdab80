import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal, Refused } from '#kernel/refusal.ts'
import { noteAbout } from '#web/live/about.ts'
import { ANYTHING } from '#kernel/live/topics.ts'
import { refreshPace } from '#web/live/live-pace.ts'

let client: QueryClient
let asked: string[] = []
const leave: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  asked = []
})
afterEach(() => {
  for (const stop of leave.splice(0)) stop()
  client.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Opens a screen that shows the answer of a query about these topics. `takes` is the time of the server in milliseconds. */
async function show(
  name: string,
  about: readonly string[] | (() => readonly string[]),
  { takes = 0, meta = {} } = {},
): Promise<void> {
  const observer = new QueryObserver(client, {
    queryKey: [name],
    // the answer is cancelled when its screen closes, as those of the pages are
    queryFn: async ({ signal: _ }) => {
      asked.push(name)
      await new Promise((resolve) => setTimeout(resolve, takes))
      noteAbout(client.getQueryCache().find({ queryKey: [name] }), typeof about === 'function' ? about() : about)
      return asked.length
    },
    staleTime: Infinity,
    meta: { asked: true, ...meta },
  })
  leave.push(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(takes + 1)
}

/** Announces a change every 100 ms for some seconds. */
async function storm(pace: ReturnType<typeof refreshPace>, topic: string, seconds: number): Promise<void> {
  for (let count = 0; count < seconds * 10; count++) {
    pace.changed([topic])
    await vi.advanceTimersByTimeAsync(100)
  }
}

const times = (name: string): number => asked.filter((one) => one === name).length

test('a change is read at once, later changes within two seconds are read together, and the last one is always read', async () => {
  const pace = refreshPace(client)
  await show('list', ['orders'])
  pace.changed(['orders'])
  await vi.advanceTimersByTimeAsync(0)
  expect(times('list')).toBe(2)
  await storm(pace, 'orders', 10)
  await vi.advanceTimersByTimeAsync(10_000)
  // One read at the opening, one for the first change, and one every two seconds.
  expect(times('list')).toBeLessThanOrEqual(8)
  const before = times('list')
  pace.changed(['orders'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(times('list')).toBe(before + 1)
})

test('devices that were told of a change at different moments read the further changes at the same moments', async () => {
  const moments: number[][] = []
  const paces = []
  for (let device = 0; device < 3; device++) {
    const read: number[] = []
    moments.push(read)
    const own = new QueryClient()
    const queryFn = () => Promise.resolve(read.push(Date.now()))
    const observer = new QueryObserver(own, {
      queryKey: ['board'],
      queryFn,
      staleTime: Infinity,
      meta: { asked: true },
    })
    leave.push(observer.subscribe(() => undefined))
    const pace = refreshPace(own)
    paces.push(pace)
    pace.changed(['orders'])
    await vi.advanceTimersByTimeAsync(370)
  }
  const before = Date.now() + 2_000
  for (let count = 0; count < 100; count++) {
    for (const pace of paces) pace.changed(['orders'])
    await vi.advanceTimersByTimeAsync(100)
  }
  const [first = [], second, third] = moments.map((times) => times.filter((time) => time > before))
  expect(first.length).toBeGreaterThanOrEqual(4)
  expect(second).toEqual(first)
  expect(third).toEqual(first)
})

test('only visible queries about the change are read, and the others are read when they are opened', async () => {
  const pace = refreshPace(client)
  await show('orders', ['orders'])
  await show('products', ['products'])
  leave.splice(0, 1)[0]?.()
  pace.changed(['orders'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['orders', 'products'])
  expect(client.getQueryState(['orders'])?.isInvalidated).toBe(true)
})

test('a change concerns only answers about it, and of one record only those about it or about all', async () => {
  const pace = refreshPace(client)
  await show('order', ['orders:12'])
  await show('list', ['orders'])
  pace.changed(['orders', 'orders:13'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['order', 'list', 'list'])
  pace.changed(['orders', 'orders:*'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked.slice(3).toSorted()).toEqual(['list', 'order'])
})

test('what changes during a read counts if the new answer is about it, also during the first read', async () => {
  const pace = refreshPace(client)
  let about = ['orders']
  void show('calendar', () => about, { takes: 500 })
  await vi.advanceTimersByTimeAsync(100)
  pace.changed(['tasks'])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(times('calendar')).toBe(1)
  void client.refetchQueries({ queryKey: ['calendar'] })
  await vi.advanceTimersByTimeAsync(100)
  about = ['tasks']
  pace.changed(['tasks'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(times('calendar')).toBe(3)
})

test('before the server has said what an answer is about, every change is, unless the server refused it', async () => {
  const pace = refreshPace(client)
  const unread = client.getQueryCache().build(client, { queryKey: ['unread'], meta: { asked: true } })
  const read = vi.fn(() => Promise.reject(new Refused(refusal('missing', 'orders.missing'))))
  const observer = new QueryObserver(client, {
    queryKey: ['calendar'],
    queryFn: read,
    meta: { asked: true },
    retry: false,
  })
  leave.push(observer.subscribe(() => undefined))
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().isError).toBe(true)
  pace.changed(['history'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect(unread.state.isInvalidated).toBe(true)
})

test('changes during a slow answer cause one more read after it', async () => {
  const pace = refreshPace(client)
  await show('slow', ['orders'], { takes: 3_000 })
  await storm(pace, 'orders', 9)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(client.getQueryState(['slow'])?.fetchStatus).toBe('idle')
  expect(client.getQueryState(['slow'])?.isInvalidated).toBe(false)
  expect(times('slow')).toBeLessThanOrEqual(6)
})

test('a change during an answer that is cancelled, because its screen closes, is read when the screen opens again', async () => {
  const pace = refreshPace(client)
  await show('order', ['orders'], { takes: 500 })
  void client.refetchQueries({ queryKey: ['order'] })
  await vi.advanceTimersByTimeAsync(100)
  pace.changed(['orders'])
  leave.splice(0, 1)[0]?.()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([times('order'), client.getQueryState(['order'])?.fetchStatus]).toEqual([2, 'idle'])
  await show('order', ['orders'], { takes: 500 })
  expect(times('order')).toBe(3)
})

test("changes by the person's own command are read without a pause", async () => {
  const pace = refreshPace(client)
  await show('list', ['orders'])
  pace.changed(['orders'])
  await vi.advanceTimersByTimeAsync(300)
  pace.changed(['orders'])
  // at no clock is the moment of the next read less than half a second after the first
  await vi.advanceTimersByTimeAsync(150)
  expect(times('list')).toBe(2)
  pace.changedHere()
  await vi.advanceTimersByTimeAsync(0)
  expect(times('list')).toBe(3)
})

test('a hidden tab reads nothing, and reads all changes once when it is shown', async () => {
  const pace = refreshPace(client)
  await show('list', ['orders'])
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await storm(pace, 'orders', 20)
  expect(times('list')).toBe(1)
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(times('list')).toBe(2)
})

test('after a gap in the stream every visible query is read, except the initial data of forms', async () => {
  const pace = refreshPace(client)
  await show('list', ['orders'])
  await show('draft', ['orders'], { meta: { afresh: true } })
  pace.changed([ANYTHING])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['list', 'draft', 'list'])
})
