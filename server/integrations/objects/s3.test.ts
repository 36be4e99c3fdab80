import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type S3Simulator, startS3Simulator } from '#simulators/s3-simulator.ts'
import { openS3 } from './s3.ts'

const PHOTO = Buffer.from('a photo with every byte \x00\xff', 'latin1')

let simulator: S3Simulator
beforeEach(async () => {
  simulator = await startS3Simulator()
})
afterEach(() => simulator.close())

describe('a bucket', () => {
  test('returns what was stored under a name, until it is removed', async () => {
    const store = openS3(simulator.access)
    const name = 'images/κερί (1)+2.jpg'
    expect(await store.put(name, PHOTO, 'image/jpeg')).toEqual({ kind: 'stored' })
    expect(simulator.objects.get(name)).toEqual({ content: PHOTO, mediaType: 'image/jpeg' })
    expect(await store.get(name)).toEqual({ kind: 'found', content: PHOTO })
    expect(await store.remove(name)).toEqual({ kind: 'removed' })
    expect(await store.get(name)).toEqual({ kind: 'absent' })
    expect(await store.remove(name)).toEqual({ kind: 'removed' })
  })

  test.each([
    ['a wrong secret', { secret: 'another secret' }],
    ['an unknown key', { keyId: 'ANOTHERKEYID' }],
    ['another region', { region: 'us-east-1' }],
  ])('refuses a caller with %s, and stores nothing', async (_what, wrong) => {
    const store = openS3({ ...simulator.access, ...wrong })
    expect(await store.put('images/1.jpg', PHOTO, 'image/jpeg')).toEqual({ kind: 'unavailable', reason: 'http-403' })
    expect(await store.get('images/1.jpg')).toEqual({ kind: 'unavailable', reason: 'http-403' })
    expect(simulator.objects.size).toBe(0)
  })

  test('shows nothing to a request without a signature', async () => {
    await openS3(simulator.access).put('images/1.jpg', PHOTO, 'image/jpeg')
    expect((await fetch(`${simulator.access.url}/images/1.jpg`)).status).toBe(403)
  })

  test('is asked once more after a broken connection or a fault, and not after a refusal', async () => {
    const store = openS3(simulator.access)
    simulator.fail(0)
    expect(await store.put('images/1.jpg', PHOTO, 'image/jpeg')).toEqual({ kind: 'stored' })
    simulator.fail(503)
    expect(await store.get('images/1.jpg')).toMatchObject({ kind: 'found' })
    simulator.fail(503, 500)
    expect(await store.get('images/1.jpg')).toEqual({ kind: 'unavailable', reason: 'http-500' })
    simulator.fail(403)
    expect(await store.get('images/1.jpg')).toEqual({ kind: 'unavailable', reason: 'http-403' })
  })

  test('has stored, found and removed nothing if a page with the status 200 answers in its place', async () => {
    const store = openS3(simulator.access)
    const page = { kind: 'unavailable', reason: 'unreadable' }
    simulator.showPage()
    expect(await store.put('images/1.jpg', PHOTO, 'image/jpeg')).toEqual(page)
    expect(simulator.objects.size).toBe(0)
    await store.put('images/1.jpg', PHOTO, 'image/jpeg')
    simulator.showPage()
    expect(await store.get('images/1.jpg')).toEqual(page)
    simulator.showPage()
    expect(await store.remove('images/1.jpg')).toEqual(page)
    expect(simulator.objects.size).toBe(1)
  })

  test('has stored nothing if an answer 200 does not name what was stored', async () => {
    const server = createServer((_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const store = openS3({ ...simulator.access, url: `http://127.0.0.1:${port}/bucket` })
    expect(await store.put('images/1.jpg', PHOTO, 'image/jpeg')).toEqual({ kind: 'unavailable', reason: 'unreadable' })
    await new Promise((resolve) => server.close(resolve))
  })

  test('that cannot be reached is a failure and no error', async () => {
    const store = openS3({ ...simulator.access, url: 'http://127.0.0.1:1/bucket' })
    expect(await store.get('images/1.jpg')).toEqual({ kind: 'unavailable', reason: 'unreachable' })
  })
})
