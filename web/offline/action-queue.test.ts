import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refused } from '#kernel/refusal.ts'
import { ServerFault } from '#web/api.ts'
import { ActionQueue, type QueuedAction, settledKey } from './action-queue.ts'
import { testDevice } from './test-device.ts'

/** A server that executes each key once. Each drop loses the request before, or the answer after, the command. */
function serverBehind(drops: ('none' | 'before' | 'after' | 'fault')[]) {
  const done: string[] = []
  const send = async (action: QueuedAction) => {
    const drop = drops.shift() ?? 'none'
    if (drop === 'fault') throw new ServerFault(500, null)
    if (drop === 'before') throw new Error('the connection failed')
    if (!done.includes(action.key)) done.push(action.key)
    if (drop === 'after') throw new Error('the connection failed')
  }
  return { done, send }
}

const COMMAND = 'packaging.package-order'

const packing = (orderId: number, key = `key-${orderId}`): QueuedAction => ({
  key,
  command: COMMAND,
  input: { id: orderId, name: 'Κώστας' },
  subject: `orders:${orderId}`,
  name: 'ΚΕΡΙΝΟ',
  at: '2026-11-20T08:00:00.000Z',
})

const offline = () => Promise.reject(new Error('the connection failed'))

test('no action is lost or executed twice, however often the connection fails and the page closes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.constantFrom('none', 'before', 'after'), { maxLength: 60 }),
      fc.array(fc.boolean(), { maxLength: 60 }),
      async (count, drops, reloads) => {
        const store = testDevice()
        const server = serverBehind([...drops])
        let queue = new ActionQueue(store, server.send)
        for (let orderId = 1; orderId <= count; orderId += 1) {
          await queue.add(packing(orderId))
          await queue.flush()
          if (reloads.shift()) {
            queue = new ActionQueue(store, server.send)
            await queue.load()
          }
        }
        while (!(await queue.flush())) {
          // Each pass uses up one drop, so the connection returns at some point.
        }
        expect(server.done).toEqual(Array.from({ length: count }, (_, index) => `key-${index + 1}`))
        expect(queue.snapshot().actions).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test('an action is stored on the device before it is sent', async () => {
  const store = testDevice()
  const queue = new ActionQueue(store, offline)
  await queue.add(packing(7))
  expect(await queue.flush()).toBe(false)
  expect(queue.outcomeOf('key-7')).toEqual({ kind: 'waiting', fault: null })
  const reopened = new ActionQueue(store, async () => undefined)
  await reopened.load()
  expect(reopened.snapshot().actions).toEqual([{ ...packing(7), sent: true }])
  expect(await reopened.flush()).toBe(true)
  expect(reopened.snapshot().settled.has(settledKey(COMMAND, 'orders:7'))).toBe(true)
  expect(reopened.outcomeOf('key-7')).toEqual({ kind: 'accepted' })
})

test('a refused action shows its reason, lets the others pass, and stays until it is dismissed', async () => {
  const sent: string[] = []
  const no = { kind: 'refused', code: 'orders.wrong-status' } as const
  const queue = new ActionQueue(testDevice(), async (action) => {
    sent.push(action.key)
    if (action.key === 'key-1') throw new Refused(no)
  })
  await queue.add(packing(1))
  await queue.add(packing(2))
  expect(await queue.flush()).toBe(true)
  expect(sent).toEqual(['key-1', 'key-2'])
  expect(queue.snapshot().actions.map((action) => action.refusal)).toEqual([no])
  expect(queue.outcomeOf('key-1')).toEqual({ kind: 'refused', refusal: no, key: 'key-1' })
  expect(queue.snapshot().settled.has(settledKey(COMMAND, 'orders:1'))).toBe(false)
  await queue.dismiss('key-1')
  expect(queue.snapshot().actions).toEqual([])
})

test.each([
  ['signed out', { kind: 'unauthenticated', code: 'unauthenticated' }],
  ['signed out elsewhere', { kind: 'forbidden', code: 'session-ended' }],
  ['another person is signed in', { kind: 'conflict', code: 'another-person' }],
  ['the server is too busy', { kind: 'unavailable', code: 'busy' }],
  ['a backup is being restored', { kind: 'unavailable', code: 'restoring', details: { retryAfterSeconds: 15 } }],
  ['too many tries', { kind: 'tooMany', code: 'too-many-requests' }],
] as const)('what speaks of the moment is no refusal of the action, it waits: %s', async (_when, refusal) => {
  let passing = true
  const queue = new ActionQueue(testDevice(), async () => {
    if (passing) throw new Refused(refusal)
  })
  await queue.add(packing(3))
  expect(await queue.flush()).toBe(false)
  expect(queue.snapshot().actions).toEqual([packing(3)])
  await queue.dismiss('key-3')
  expect(queue.snapshot().actions).toHaveLength(1)
  passing = false
  expect(await queue.flush()).toBe(true)
  expect(queue.snapshot().actions).toEqual([])
})

test('an action at which the server fails waits and delays only actions about the same record', async () => {
  let broken = true
  const done: string[] = []
  const queue = new ActionQueue(testDevice(), async (action) => {
    if (action.key === 'key-1' && broken) throw new ServerFault(500, 'a-request')
    done.push(action.key)
  })
  await queue.add(packing(1))
  await queue.add(packing(2))
  await queue.add(packing(1, 'later'))
  expect(await queue.flush()).toBe(false)
  expect(done).toEqual(['key-2'])
  expect(queue.outcomeOf('key-1')).toEqual({ kind: 'waiting', fault: new ServerFault(500, 'a-request') })
  broken = false
  expect(await queue.flush()).toBe(true)
  expect(done).toEqual(['key-2', 'key-1', 'later'])
})

const finish: QueuedAction = { ...packing(99, 'finish'), subject: 'shipments:4', afterAll: true }

test('an action that completes a shipment is sent only after all earlier actions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 8 }),
      fc.array(fc.constantFrom('none', 'before', 'after', 'fault'), { maxLength: 40 }),
      async (count, drops) => {
        const server = serverBehind([...drops])
        const queue = new ActionQueue(testDevice(), server.send)
        const before = Array.from({ length: count }, (_, index) => packing(index + 1))
        await queue.addAll([...before, finish, packing(50)])
        while (!(await queue.flush())) {
          // An order at which the server failed is sent again.
        }
        const beforeFinish = server.done.slice(0, server.done.indexOf('finish'))
        expect(beforeFinish).toEqual(expect.arrayContaining(before.map(({ key }) => key)))
        expect(server.done).toHaveLength(count + 2)
      },
    ),
    { numRuns: 300 },
  )
})

test('an action that completes a shipment neither waits for refused actions nor delays later ones', async () => {
  let broken = true
  const sent: string[] = []
  const queue = new ActionQueue(testDevice(), async ({ key }) => {
    sent.push(key)
    if (key === 'key-1') throw new Refused({ kind: 'refused', code: 'orders.wrong-status' })
    if (key === 'key-2' && broken) throw new ServerFault(500, null)
  })
  await queue.addAll([packing(1), packing(2), finish, packing(3)])
  expect(await queue.flush()).toBe(false)
  expect(sent).toEqual(['key-1', 'key-2', 'key-3'])
  broken = false
  expect(await queue.flush()).toBe(true)
  expect(sent.slice(3)).toEqual(['key-2', 'finish'])
})

test('a photo that times out again and again delays no other action, not even the end of the shipment', async () => {
  const photo: QueuedAction = { ...packing(1, 'photo'), subject: 'photos:1', large: true }
  let slow = true
  const sent: string[] = []
  const queue: ActionQueue = new ActionQueue(testDevice(), async ({ key }) => {
    if (key === 'photo' && slow) {
      // the person goes on while the photo is under way
      if (sent.length === 1) await queue.addAll([packing(3), finish])
      throw new Error('no answer in time')
    }
    sent.push(key)
  })
  await queue.addAll([photo, packing(2)])
  expect(await queue.flush()).toBe(false)
  expect(sent).toEqual(['key-2', 'key-3', 'finish'])
  slow = false
  expect(await queue.flush()).toBe(true)
  expect(sent).toEqual(['key-2', 'key-3', 'finish', 'photo'])
})

test('an action that another tab has added or sent is shown at the next read', async () => {
  const store = testDevice()
  const queue = new ActionQueue(store, offline)
  await queue.addAll([packing(1)])
  await store.addAll([packing(2)])
  await queue.flush()
  expect(queue.snapshot().actions.map(({ key }) => key)).toEqual(['key-1', 'key-2'])
  await store.remove('key-1')
  await queue.flush()
  expect(queue.snapshot().actions.map(({ key }) => key)).toEqual(['key-2'])
})

test('two calls of flush send an action once', async () => {
  let sends = 0
  const queue = new ActionQueue(testDevice(), async () => {
    sends += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
  })
  await queue.add(packing(4))
  await Promise.all([queue.flush(), queue.flush()])
  expect(sends).toBe(1)
})

test('an action that another tab has sent is not sent here', async () => {
  const store = testDevice()
  const sent: string[] = []
  const queue = new ActionQueue(store, async (action) => sent.push(action.key))
  await queue.add(packing(5))
  await store.remove('key-5')
  expect(await queue.flush()).toBe(true)
  expect(sent).toEqual([])
})

test('an action under way counts as waiting only after a failure or a long time', async () => {
  const queue = new ActionQueue(testDevice(), offline)
  await queue.add(packing(6))
  expect([...queue.snapshot().fresh]).toEqual(['key-6'])
  await queue.flush()
  expect(queue.snapshot().fresh.size).toBe(0)
  await queue.add(packing(8))
  queue.markWaiting()
  expect(queue.snapshot().fresh.size).toBe(0)
})

test('an action that was never sent can be withdrawn, and one that the server may know cannot', async () => {
  const done: string[] = []
  let network: 'none' | 'lost' | 'good' = 'none'
  const send = async ({ key }: QueuedAction) => {
    if (network === 'lost') throw new Error('the connection failed')
    done.push(key)
  }
  const store = testDevice()
  await new ActionQueue(store, send, () => network !== 'none').addAll([packing(1), packing(2), packing(3)])
  // the page was closed since
  const queue = new ActionQueue(store, send, () => network !== 'none')
  await queue.flush()
  expect(await queue.withdraw(['key-1', 'key-2'])).toBe(true)
  expect([...queue.snapshot().withdrawn]).toEqual(['key-1', 'key-2'])
  expect(queue.snapshot().actions.map(({ key }) => key)).toEqual(['key-3'])
  network = 'lost'
  await queue.flush()
  await queue.add(packing(4))
  expect(await queue.withdraw(['key-3', 'key-4'])).toBe(false)
  network = 'good'
  await queue.flush()
  expect(done).toEqual(['key-3', 'key-4'])
  expect(await queue.withdraw(['key-4'])).toBe(false)
})

test('an action withdrawn in one window is not sent by another', async () => {
  const store = testDevice()
  const done: string[] = []
  let withdrawn: boolean | undefined
  const read = async () => {
    const actions = await store.read()
    // the other window has read the list, and sends it after the action was withdrawn here
    withdrawn ??= await new ActionQueue(store, offline).withdraw(['key-1'])
    return actions
  }
  await new ActionQueue(store, offline).addAll([packing(1), packing(2)])
  const other = new ActionQueue({ ...store, read }, async ({ key }) => void done.push(key))
  await other.flush()
  expect(withdrawn).toBe(true)
  expect(done).toEqual(['key-2'])
})

test('an action waits for an earlier one of its record, also if that one must wait for all others', async () => {
  const done: string[] = []
  let broken = true
  const queue = new ActionQueue(testDevice(), async ({ key }) => {
    if (broken && key === 'key-1') throw new ServerFault(500, null)
    done.push(key)
  })
  await queue.addAll([packing(1), { ...packing(2, 'undo'), afterAll: true }, packing(2, 'again'), packing(3)])
  await queue.flush()
  expect(done).toEqual(['key-3'])
  broken = false
  await queue.flush()
  expect(done).toEqual(['key-3', 'key-1', 'undo', 'again'])
})
