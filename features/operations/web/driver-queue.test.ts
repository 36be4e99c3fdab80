import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { ServerFault } from '#web/api.ts'
import { DriverQueue, type QueueEntry, type QueueStore, stopKey } from './driver-queue.ts'

/** Storage of a phone: survives the page, not shared by reference. */
function phone(): QueueStore {
  let kept = '[]'
  return {
    read: async () => JSON.parse(kept) as QueueEntry[],
    change: async (update) => {
      kept = JSON.stringify(update(JSON.parse(kept) as QueueEntry[]))
    },
  }
}

/** A server that does each key once, at the end of a line that breaks before or after it has acted. */
function serverBehind(drops: ('none' | 'before' | 'after')[]) {
  const done: string[] = []
  const send = async (entry: QueueEntry) => {
    const drop = drops.shift() ?? 'none'
    if (drop === 'before') throw new Error('the line broke')
    if (!done.includes(entry.key)) done.push(entry.key)
    if (drop === 'after') throw new Error('the line broke')
  }
  return { done, send }
}

const delivery = (orderId: number): QueueEntry => ({
  key: `key-${orderId}`,
  deed: { kind: 'delivery', input: { orderId, action: 'deliver' } },
  shipmentId: 1,
  orderId,
  name: 'ΚΕΡΙΝΟ',
  at: '2026-11-20T08:00:00.000Z',
})

test('nothing is lost and nothing is doubled, however often the line breaks and the page is closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.constantFrom('none', 'before', 'after'), { maxLength: 60 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      async (count, drops, reloads) => {
        const store = phone()
        const server = serverBehind([...drops])
        let queue = new DriverQueue(store, server.send)
        for (let orderId = 1; orderId <= count; orderId += 1) {
          await queue.add(delivery(orderId))
          await queue.flush()
          if (reloads.shift()) {
            queue = new DriverQueue(store, server.send)
            await queue.load()
          }
        }
        while (!(await queue.flush())) {
          // the line comes back at some time: each pass uses up one drop
        }
        expect(server.done).toEqual(Array.from({ length: count }, (_, index) => `key-${index + 1}`))
        expect(queue.snapshot().entries).toEqual([])
      },
    ),
  )
})

test('an action is kept on the device before it is sent', async () => {
  const store = phone()
  const queue = new DriverQueue(store, () => Promise.reject(new Error('the line broke')))
  await queue.add(delivery(7))
  expect(await queue.flush()).toBe(false)
  const reopened = new DriverQueue(store, async () => undefined)
  await reopened.load()
  expect(reopened.snapshot().entries.map((entry) => entry.orderId)).toEqual([7])
  expect(await reopened.flush()).toBe(true)
  expect(reopened.snapshot().closed.has(stopKey(1, 7))).toBe(true)
})

test('a refused action is shown with its reason, does not stop the others, and goes only when it is dismissed', async () => {
  const sent: number[] = []
  const queue = new DriverQueue(phone(), async (entry) => {
    sent.push(entry.orderId)
    if (entry.orderId === 1) throw new Refused({ kind: 'refused', code: 'orders.wrong-status' })
  })
  await queue.add(delivery(1))
  await queue.add(delivery(2))
  expect(await queue.flush()).toBe(true)
  expect(sent).toEqual([1, 2])
  expect(queue.snapshot().entries.map((entry) => entry.refusal?.code)).toEqual(['orders.wrong-status'])
  expect(queue.snapshot().closed.has(stopKey(1, 1))).toBe(false)
  await queue.dismiss('key-1')
  expect(queue.snapshot().entries).toEqual([])
})

test('a session that has ended is no refusal of the action: it waits', async () => {
  let signedIn = false
  const queue = new DriverQueue(phone(), async () => {
    if (!signedIn) throw new Refused({ kind: 'unauthenticated', code: 'unauthenticated' })
  })
  await queue.add(delivery(3))
  expect(await queue.flush()).toBe(false)
  expect(queue.snapshot().entries[0]?.refusal).toBeUndefined()
  await queue.dismiss('key-3')
  expect(queue.snapshot().entries).toHaveLength(1)
  signedIn = true
  expect(await queue.flush()).toBe(true)
  expect(queue.snapshot().entries).toEqual([])
})

test('an action at which the server fails waits for the next try and does not hold up the others', async () => {
  let broken = true
  const done: number[] = []
  const queue = new DriverQueue(phone(), async (entry) => {
    if (entry.orderId === 1 && broken) throw new ServerFault(500, null)
    done.push(entry.orderId)
  })
  await queue.add(delivery(1))
  await queue.add(delivery(2))
  expect(await queue.flush()).toBe(false)
  expect(done).toEqual([2])
  broken = false
  expect(await queue.flush()).toBe(true)
  expect(done).toEqual([2, 1])
})

test('two presses of flush send an action once', async () => {
  let sends = 0
  const queue = new DriverQueue(phone(), async () => {
    sends += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
  })
  await queue.add(delivery(4))
  await Promise.all([queue.flush(), queue.flush()])
  expect(sends).toBe(1)
})
