/** Tests what the page asks the browser, and what it says if the browser shows no notifications. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hindranceHere, keepOnHere, NoPush, turnOnHere } from './push-browser.ts'

const KEY = `B${'A'.repeat(86)}`
const sent: { path: string; body: unknown }[] = []
let permission: NotificationPermission
let answered: NotificationPermission
let subscribed: (options: PushSubscriptionOptionsInit) => Promise<unknown>
let existing: object | null

const bytes = (length: number) => new Uint8Array(length).fill(1).buffer
const subscription = {
  endpoint: 'https://push.example/a',
  options: { applicationServerKey: null },
  getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
  unsubscribe: vi.fn(async () => true),
}
const stubWorker = (registration: object | undefined) =>
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140',
    maxTouchPoints: 0,
    serviceWorker: { getRegistration: async () => registration },
  })

beforeEach(() => {
  sent.length = 0
  permission = 'default'
  answered = 'granted'
  existing = null
  subscribed = async () => subscription
  subscription.unsubscribe.mockClear()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => answered,
  })
  stubWorker({
    pushManager: {
      getSubscription: async () => existing,
      subscribe: (options: PushSubscriptionOptionsInit) => subscribed(options),
    },
  })
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    sent.push({ path, body: JSON.parse(body) as unknown })
    return Response.json(
      path.endsWith('begin-device') ? { publicKey: KEY } : path.endsWith('keep-device') ? { on: true } : { id: 1 },
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

const names = () => sent.map(({ path }) => path.split('.').at(-1))
const hindered = async () => {
  const error = await turnOnHere().then(
    () => null,
    (failure: unknown) => failure,
  )
  return error instanceof NoPush ? error.hindrance : error
}

test('switching on asks the person first, subscribes with the key of the server, and sends the keys of this browser', async () => {
  const options = vi.fn(subscribed)
  subscribed = options
  await turnOnHere()
  expect(options).toHaveBeenCalledWith(expect.objectContaining({ userVisibleOnly: true }))
  expect(names()).toEqual(['begin-device', 'turn-on-device'])
  expect(sent[1]?.body).toMatchObject({
    endpoint: 'https://push.example/a',
    p256dh: expect.stringMatching(/^[\w-]{87}$/),
    auth: expect.stringMatching(/^[\w-]{22}$/),
  })
})

test('a person who forbids notifications or closes the question reads why, and nothing is sent', async () => {
  answered = 'denied'
  expect(await hindered()).toBe('denied')
  answered = 'default'
  expect(await hindered()).toBe('dismissed')
  expect(sent).toEqual([])
})

test('an earlier subscription with another key is ended first, because the browser refuses a second key', async () => {
  existing = subscription
  await turnOnHere()
  expect(subscription.unsubscribe).toHaveBeenCalledOnce()
})

test('a push service that does not answer, and a window without stored pages, are named', async () => {
  subscribed = async () => {
    throw new DOMException('Registration failed - push service error', 'AbortError')
  }
  expect(await hindered()).toBe('no-service')
  stubWorker(undefined)
  expect(await hindered()).toBe('no-worker')
})

test('a browser that cannot show notifications says why before the switch is pressed', () => {
  expect(hindranceHere()).toBeNull()
  permission = 'denied'
  expect(hindranceHere()).toBe('denied')
  vi.stubGlobal('isSecureContext', false)
  expect(hindranceHere()).toBe('insecure')
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari', 5, 'home-screen'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 5, 'home-screen'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', 0, 'unsupported'],
])('%s with %i touch points and without push is told: %s', (userAgent, maxTouchPoints, why) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
  expect(hindranceHere()).toBe(why)
})

test('a browser that is switched on tells the server of the new session, and a failure shows no message', async () => {
  await keepOnHere()
  expect(sent).toEqual([])
  existing = subscription
  await keepOnHere()
  expect(names()).toEqual(['keep-device'])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await expect(keepOnHere()).resolves.toBeUndefined()
})
