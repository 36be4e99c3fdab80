import { afterEach, expect, test } from 'vitest'
import { deviceStore } from './device-store.ts'

const real = globalThis.indexedDB

afterEach(() => {
  Object.assign(globalThis, { indexedDB: real })
})

test('a device database that failed to open is opened again at the next use', async () => {
  let opened = 0
  const open = () => {
    opened += 1
    const request = { error: new DOMException('closed', 'InvalidStateError'), onerror: () => undefined }
    queueMicrotask(() => request.onerror())
    return request
  }
  Object.assign(globalThis, { indexedDB: { open } })
  const store = deviceStore(1)
  await expect(store.read()).rejects.toThrow('closed')
  const before = opened
  await expect(store.read()).rejects.toThrow('closed')
  expect(opened).toBeGreaterThan(before)
})
