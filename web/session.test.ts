import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customersRights } from '#features/customers/domain/rights.ts'
import { queryClient } from '#web/query.ts'
import { checkSession, checkSessionAgain, currentPerson, forget, isSignedIn, useMay } from '#web/session.ts'

const realFetch = globalThis.fetch
const KEY = ['customers.list', {}]

const tag = (uid: number | null) =>
  uid === null ? localStorage.removeItem('authUser') : localStorage.setItem('authUser', JSON.stringify({ uid }))
/** Signs a person in or out in another tab. */
const elsewhere = (uid: number | null) => {
  tag(uid)
  window.dispatchEvent(new StorageEvent('storage', { key: 'authUser' }))
}

beforeEach(() => {
  elsewhere(1)
  queryClient.setQueryData(KEY, 'Ταβέρνα Ο Φάρος')
})
afterEach(() => {
  globalThis.fetch = realFetch
  elsewhere(null)
})

test('sign-out removes the data that the person has read', () => {
  forget()
  expect(currentPerson()).toBeNull()
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

test('sign-out under the lock takes the person from the other tabs before it opens them', () => {
  localStorage.setItem('screenLocked', '1')
  const removed: string[] = []
  const remove = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation((key) => void removed.push(key))
  forget()
  remove.mockRestore()
  expect(removed).toEqual(['authUser', 'screenLocked'])
})

test.each([2, null])('it leaves also when %s takes their place in another tab', (next) => {
  elsewhere(next)
  expect(currentPerson()?.id ?? null).toBe(next)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

test('the data stay when the same person signs in again', () => {
  elsewhere(1)
  expect(queryClient.getQueryData(KEY)).toBe('Ταβέρνα Ο Φάρος')
})

test("the data are removed when the server reports another person's session", async () => {
  const user = { id: 2, email: 'b@kerino.gr', username: 'b', firstName: 'Βάσω', role: 'driver', landing: '/driverpage' }
  const preferences = { language: null, layout: null }
  globalThis.fetch = async () => Response.json({ user, preferences, lock: { locked: false, pin: false } })
  await checkSession()
  expect(currentPerson()?.id).toBe(2)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

test('the server is asked again when another person signs in, and not again for the same one', async () => {
  const user = { id: 2, email: 'b@kerino.gr', username: 'b', firstName: 'Βάσω', role: 'driver', landing: '/driverpage' }
  const session = { user, preferences: { language: null, layout: null }, lock: { locked: false, pin: false } }
  const ended = { refusal: { kind: 'unauthenticated', code: 'session-expired' } }
  const answers = [Response.json(ended, { status: 401 }), Response.json(session)]
  globalThis.fetch = async () => answers.shift() ?? Promise.reject(new Error('asked a third time'))
  expect(await checkSession()).toBe(false)
  elsewhere(2)
  expect(await checkSession()).toBe(true)
  expect(await checkSession()).toBe(true)
  expect(answers).toHaveLength(0)
})

test('an open page loses what a right opens once the session says that it was taken, and shows it again with the right', async () => {
  const user = {
    id: 1,
    email: 'k@kerino.gr',
    username: 'k',
    firstName: 'Κώστας',
    role: 'production',
    landing: '/tasks',
  }
  const may = renderHook(() => useMay(customersRights.write)).result
  for (const rightChanges of [{}, { 'customers.write': false }, {}]) {
    const answer = { user: { ...user, rightChanges }, preferences: { language: null, layout: null } }
    globalThis.fetch = async () => Response.json({ ...answer, lock: { locked: false, pin: false } })
    await checkSessionAgain()
    await waitFor(() => expect(may.current).toBe(!('customers.write' in rightChanges)))
  }
})

test('an answer about the session that arrives after the sign-out does not sign the person in', async () => {
  const user = { id: 1, email: 'a@kerino.gr', username: 'a', firstName: 'Άννα', role: 'user', landing: '/customers' }
  const { promise, resolve } = Promise.withResolvers<Response>()
  globalThis.fetch = () => promise
  const checked = checkSessionAgain()
  forget()
  resolve(Response.json({ user, preferences: { language: null, layout: null } }))
  await checked
  expect(currentPerson()).toBeNull()
  expect(localStorage.getItem('authUser')).toBeNull()
})

test('the signed-in person is known before this tab receives the storage event', () => {
  tag(2)
  expect(currentPerson()?.id).toBe(1)
  expect(isSignedIn(1)).toBe(false)
  expect(isSignedIn(2)).toBe(true)
})
