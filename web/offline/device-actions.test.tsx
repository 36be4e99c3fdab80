import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { packagingRights } from '#features/packaging/domain/rights.ts'
import { defineCommand } from '#kernel/contract.ts'
import { signIn } from '#app/web/router/test-page.tsx'
import { useDeviceActions, useSending } from './device-actions.ts'
import { deviceStore } from './device-store.ts'

/** Lets every access to the database of the device fail, as on a full one, until the returned function is called. */
function breakDevice(): () => void {
  const access = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  return () => access.mockRestore()
}

const pack = defineCommand('boxes.pack', {
  right: packagingRights.package,
  input: z.strictObject({ id: z.int() }),
  output: z.strictObject({}),
})
const about = (id: number) => ({ subject: `orders:${id}`, name: 'Ταβέρνα Ο Φάρος' })

const realFetch = globalThis.fetch
let sent: string[] = []
/** Each test uses another person, because waiting actions belong to a person. */
let personId = 100

beforeEach(() => {
  personId += 1
  sent = []
  signIn({ uid: personId })
  globalThis.fetch = async (_address, request) => {
    if (typeof request?.body === 'string') sent.push(request.body)
    return Response.json({})
  }
})
afterEach(() => {
  globalThis.fetch = realFetch
  signIn(null)
  vi.restoreAllMocks()
})

/** Returns the actions of the person that are stored on the device. */
const stored = () => deviceStore(personId).read()

const actions = () => renderHook(() => useDeviceActions(personId))

test('actions that belong together are stored together and sent in order', async () => {
  const { result } = actions()
  await act(() =>
    result.current.actAll([
      { contract: pack, input: { id: 1 }, about: about(1) },
      { contract: pack, input: { id: 2 }, about: about(2) },
    ]),
  )
  await vi.waitFor(() => expect(sent).toEqual(['{"id":1}', '{"id":2}']))
})

test('an action that the device cannot store is refused and not sent', async () => {
  const { result } = actions()
  const mend = breakDevice()
  await expect(result.current.act(pack, { id: 1 }, about(1))).rejects.toMatchObject({ refusal: { code: 'not-kept' } })
  const outcome = await result.current.actAndWait(pack, { id: 1 }, about(1), 5_000)
  expect(outcome).toMatchObject({ kind: 'refused', refusal: { code: 'not-kept' }, key: null })
  mend()
  result.current.tryNow()
  expect(sent).toEqual([])
})

test('a refusal stays in the list even if a caller waited for it, because the page may have closed', async () => {
  globalThis.fetch = async () =>
    Response.json({ refusal: { kind: 'refused', code: 'packaging.not-waiting' } }, { status: 422 })
  const { result } = actions()
  const outcome = await act(() => result.current.actAndWait(pack, { id: 1 }, about(1), 5_000))
  expect(outcome).toMatchObject({ kind: 'refused', key: result.current.actions[0]?.key })
  expect(result.current.actions).toHaveLength(1)
})

test('an action that the server did so long ago that its answer is no longer kept counts as accepted', async () => {
  globalThis.fetch = async () =>
    Response.json({ refusal: { kind: 'conflict', code: 'idempotency-answer-gone' } }, { status: 409 })
  const { result } = actions()
  const outcome = await act(() => result.current.actAndWait(pack, { id: 1 }, about(1), 5_000))
  expect(outcome).toEqual({ kind: 'accepted' })
  expect(await stored()).toEqual([])
})

test('a device that cannot be read for a moment is read again', async () => {
  const { result } = actions()
  globalThis.fetch = () => Promise.reject(new TypeError('no connection'))
  await act(() => result.current.act(pack, { id: 1 }, about(1)))
  globalThis.fetch = async (_address, request) => {
    if (typeof request?.body === 'string') sent.push(request.body)
    return Response.json({})
  }
  const mend = breakDevice()
  renderHook(() => useSending(personId))
  await new Promise((resolve) => setTimeout(resolve, 50))
  mend()
  await vi.waitFor(() => expect(sent).toEqual(['{"id":1}']), { timeout: 8_000 })
})

test("an action is never sent in another person's session, even if this tab does not know of the change yet", async () => {
  const { result } = actions()
  // the other tab has written it, and its event has not arrived here
  localStorage.setItem('authUser', JSON.stringify({ uid: personId + 1000 }))
  await act(() => result.current.act(pack, { id: 1 }, about(1)))
  await act(async () => result.current.tryNow())
  expect(sent).toEqual([])
  expect(await stored()).toHaveLength(1)
})

test("an action refused in another person's session waits for its own person, and the session is checked again", async () => {
  const { result } = actions()
  const asked: string[] = []
  let cookieOf = personId + 1000
  globalThis.fetch = async (address, request) => {
    const path = typeof address === 'string' ? address : ''
    asked.push(path)
    if (path !== '/app/boxes.pack') return new Response(null, { status: 503 })
    const person = Number(new Headers(request?.headers).get('X-Person'))
    if (person !== cookieOf)
      return Response.json({ refusal: { kind: 'conflict', code: 'another-person' } }, { status: 409 })
    if (typeof request?.body === 'string') sent.push(request.body)
    return Response.json({})
  }
  await act(() => result.current.act(pack, { id: 1 }, about(1)))
  await vi.waitFor(() => expect(asked.some((address) => address.startsWith('/app/session.current'))).toBe(true))
  expect([sent, result.current.actions.map(({ refusal }) => refusal)]).toEqual([[], [undefined]])
  cookieOf = personId
  await act(async () => result.current.tryNow())
  await vi.waitFor(() => expect(sent).toEqual(['{"id":1}']))
  expect(await stored()).toEqual([])
})
