import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { QueuedAction } from './action-queue.ts'
import { deviceDatabase } from './device-database.ts'
import { deviceStore } from './device-store.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const action = (key: string, orderId = 7): QueuedAction => ({
  key,
  command: 'shipping.close-delivery',
  input: { orderId },
  name: key,
  at: '2026-03-02T09:00:00.000Z',
  subject: `orders:${orderId}`,
})
const keysOf = async (personId: number) => (await deviceStore(personId).read()).map(({ key }) => key)

describe('the stored actions of a person', () => {
  test('keep their order when one is replaced, one removed and others added', async () => {
    const store = deviceStore(1)
    await store.addAll([action('a'), action('b'), action('c')])
    await store.replace(action('b', 8))
    await store.remove('a')
    await store.addAll([action('d')])
    expect(await deviceStore(1).read()).toEqual([action('b', 8), action('c'), action('d')])
    await store.remove('unknown')
    expect(await keysOf(2)).toEqual([])
  })

  test('include those of version 0.2, which are then deleted from its database', async () => {
    const earlier = deviceDatabase<{ keyval: { key: string; value: unknown } }>('keyval-store', 'keyval')
    const at = '2026-03-02T09:00:00.000Z'
    const deed = { kind: 'delivery', input: { orderId: 7 } }
    const stored = [{ key: 'old', deed, shipmentId: 3, orderId: 7, name: 'Anna', at }]
    await earlier.change((place) => place.put(stored, 'driver-queue:3'))
    await deviceStore(3).addAll([action('new')])
    expect(await keysOf(3)).toEqual(['old', 'new'])
    expect(await earlier.read((place) => place.getAllKeys())).toEqual([])
  })

  test('are read after the first attempt to open the database failed', async () => {
    const store = deviceStore(4)
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('closed', 'InvalidStateError')
    })
    await expect(store.addAll([action('a')])).rejects.toThrow('closed')
    await store.addAll([action('b')])
    expect(await keysOf(4)).toEqual(['b'])
  })
})

describe('a database of the device', () => {
  type Numbers = { numbers: { key: string; value: number } }
  const numbers = (name: string, durability?: 'relaxed') => deviceDatabase<Numbers>(name, 'numbers', durability)

  test('stores nothing of a change that fails, and rejects with its error', async () => {
    const database = numbers('failing')
    const change = database.change(async (place) => {
      await place.put(1, 'one')
      throw new Error('stopped')
    })
    await expect(change).rejects.toThrow('stopped')
    expect(await database.read((place) => place.getAll())).toEqual([])
  })

  test('writes with strict durability unless its data can be read again from the server', async () => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await numbers('strict').change((place) => place.put(1, 'one'))
    await numbers('other', 'relaxed').change((place) => place.put(2, 'two'))
    const options = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite').map(([, , given]) => given)
    expect(options).toEqual([{ durability: 'strict' }, { durability: 'relaxed' }])
  })

  test('is opened again after the browser closed it', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const database = numbers('closed')
    await database.change((place) => place.put(1, 'one'))
    const request = open.mock.results[0]?.value as IDBOpenDBRequest
    await new Promise((resolve) => {
      request.result.addEventListener('close', resolve)
      forceCloseDatabase(request.result as never)
    })
    expect(await database.read((place) => place.get('one'))).toBe(1)
  })
})
