import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const ORIGIN = globalThis.location.origin

/** The caches of one device, in the order of their creation. */
class Disk {
  readonly kept = new Map<string, Map<string, Response>>()
  async open(name: string) {
    const files = this.kept.get(name) ?? new Map<string, Response>()
    this.kept.set(name, files)
    const path = (of: RequestInfo) => new URL(typeof of === 'string' ? of : of.url, ORIGIN).pathname
    return {
      put: async (of: RequestInfo, answer: Response) => void files.set(path(of), answer),
      match: async (of: RequestInfo) => files.get(path(of))?.clone(),
      keys: async () => [...files.keys()].map((name) => ({ url: ORIGIN + name })),
    }
  }
  async match(of: RequestInfo) {
    for (const name of this.kept.keys()) {
      const found = await (await this.open(name)).match(of)
      if (found) return found
    }
    return undefined
  }
  keys = async () => [...this.kept.keys()]
  delete = async (name: string) => this.kept.delete(name)
}

type Listener = (event: unknown) => void

let disk: Disk
let server: (path: string) => Response | Promise<Response>
let asked: string[]
type Shown = { title: string; options: { body: string; tag: string; data: unknown } }
/** The notifications that the device shows, and the tabs that the worker has opened. */
let shown: Shown[]
let opened: string[]
let tabs: {
  focused: boolean
  visibilityState: string
  focus: () => Promise<void>
  postMessage: (sent: object) => void
}[]

beforeEach(() => {
  disk = new Disk()
  asked = []
  vi.stubGlobal('caches', disk)
  tabs = []
  opened = []
  shown = []
  vi.stubGlobal('clients', {
    claim: async () => undefined,
    matchAll: async () => tabs,
    openWindow: async (address: string) => void opened.push(address),
  })
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
  })
  vi.stubGlobal('skipWaiting', async () => undefined)
  vi.stubGlobal('fetch', async (of: RequestInfo) => {
    const { pathname } = new URL(typeof of === 'string' ? of : of.url, ORIGIN)
    asked.push(pathname)
    return server(pathname)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Returns a server with the pages of a version. */
const serving = (version: string) => (path: string) =>
  new Response(path.startsWith('/assets/') ? path : `<script src="/assets/page-${version}.js"> ${path}`)
const noConnection = () => Promise.reject(new TypeError('no connection'))

/** Starts the worker of a version on the device. Returns a function that sends it a request. */
async function start(version: string, files: string[] = [], others: string[] = []) {
  const listeners = new Map<string, Listener>()
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => listeners.set(type, listener))
  const first = [`/assets/page-${version}.js`, '/assets/react.js', ...files]
  vi.stubGlobal('__FIRST_FILES__', first)
  vi.stubGlobal('__BUILT_FILES__', [...first, ...others])
  vi.stubGlobal('__BUILT_ENTRY__', `/assets/page-${version}.js`)
  vi.resetModules()
  await import('./service-worker.ts')
  const send = async (type: string, event: object = {}) => {
    const works: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    listeners.get(type)?.({
      waitUntil: (work: Promise<unknown>) => works.push(work),
      respondWith: (given: Promise<Response>) => (answer = given),
      ...event,
    })
    const given = await answer
    await Promise.all(works)
    return given
  }
  const install = async () => {
    await send('install')
    await send('activate')
  }
  const get = (path: string, mode = 'cors', method = 'GET') =>
    send('fetch', { request: { url: ORIGIN + path, mode, method } })
  const tell = (data: unknown) => send('message', { data })
  const push = (sent: unknown) => send('push', { data: { json: () => sent } })
  const press = (data: unknown) => send('notificationclick', { notification: { data, close: () => undefined } })
  return { install, get, tell, push, press, open: (path: string) => get(path, 'navigate') }
}

test('every page opens offline from the cache, with its files', async () => {
  server = serving('1')
  const worker = await start('1')
  await worker.install()
  server = noConnection
  expect(await (await worker.open('/packaging'))?.text()).toContain('page-1.js')
  expect(await (await worker.get('/assets/react.js'))?.text()).toBe('/assets/react.js')
})

test('online the page comes from the server, and from the cache if the server fails or does not answer', async () => {
  server = serving('1')
  const worker = await start('1')
  await worker.install()
  expect(await (await worker.open('/driverpage'))?.text()).toContain('/driverpage')
  server = () => new Response('', { status: 502 })
  expect((await worker.open('/driverpage'))?.status).toBe(200)
  vi.useFakeTimers()
  let comes: (answer: Response) => void = () => undefined
  server = () => new Promise((resolve) => (comes = resolve))
  const opened = worker.open('/driverpage')
  await vi.advanceTimersByTimeAsync(10_000)
  comes(new Response('late'))
  expect(await (await opened)?.text()).toContain('page-1.js')
})

test('a page that the server has drawn for a person is shown to them and never kept, and the undrawn page is kept in its place', async () => {
  server = serving('1')
  const worker = await start('1')
  await worker.install()
  server = (path) =>
    path === '/' ? serving('1')(path) : new Response('page-1.js of Maria', { headers: { 'x-drawn': '1' } })
  asked = []
  expect(await (await worker.open('/orders'))?.text()).toContain('Maria')
  await worker.open('/customers')
  expect(asked).toEqual(['/orders', '/', '/customers'])
  server = noConnection
  for (const path of ['/orders', '/customers']) expect(await (await worker.open(path))?.text()).not.toContain('Maria')
})

test('requests of the pages for data, and everything they send, bypass the worker', async () => {
  server = serving('1')
  const worker = await start('1')
  await worker.install()
  for (const path of ['/app/orders.list', '/app/live', '/api/v2/user/session', '/service/x', '/app'])
    expect(await worker.open(path), path).toBeUndefined()
  expect(await worker.get('/assets/react.js', 'cors', 'POST')).toBeUndefined()
  expect(await worker.get('/readyz')).toBeUndefined()
})

test('an open page of the previous version finds its files, and those of older versions are deleted', async () => {
  for (const version of ['1', '2', '3']) {
    server = serving(version)
    await (await start(version, [`/assets/only-${version}.js`])).install()
  }
  server = noConnection
  const worker = await start('3')
  expect(await (await worker.get('/assets/only-2.js'))?.text()).toBe('/assets/only-2.js')
  await expect(worker.get('/assets/only-1.js')).rejects.toThrow('no connection')
  expect(await (await worker.open('/'))?.text()).toContain('page-3.js')
})

test('a new version loads only new files', async () => {
  server = serving('1')
  await (await start('1')).install()
  asked = []
  server = serving('2')
  await (await start('2', ['/icons/icon-192.png'])).install()
  expect(asked.toSorted()).toEqual(['/', '/assets/page-2.js', '/icons/icon-192.png'])
})

test('a page of another version is shown and not cached, because its files are missing here', async () => {
  server = serving('1')
  const worker = await start('1')
  await worker.install()
  server = serving('2')
  expect(await (await worker.open('/orders'))?.text()).toContain('page-2.js')
  server = noConnection
  expect(await (await worker.open('/orders'))?.text()).toContain('page-1.js')
})

test('a version with a missing file is not cached at all', async () => {
  server = (path) => (path === '/assets/react.js' ? new Response('', { status: 404 }) : serving('1')(path))
  const worker = await start('1')
  await expect(worker.install()).rejects.toThrow('/assets/react.js: 404')
})

test('a device caches the language that it has loaded, before or after the worker started, and no other', async () => {
  const languages = ['/assets/gr-12345678.js', '/assets/eng-12345678.js', '/assets/it-12345678.js']
  server = serving('1')
  const worker = await start('1', [], languages)
  await worker.install()
  expect(asked).not.toContain('/assets/it-12345678.js')
  await worker.tell(['/assets/gr-12345678.js', '/assets/of-another-version.js'])
  await worker.get('/assets/eng-12345678.js')
  expect(asked).not.toContain('/assets/of-another-version.js')
  server = noConnection
  for (const path of languages.slice(0, 2)) expect(await (await worker.get(path))?.text()).toBe(path)
  await expect(worker.get('/assets/it-12345678.js')).rejects.toThrow('no connection')
})

test('a device caches all texts of the language that its page names, and those of no other', async () => {
  const texts = [
    '/assets/texts-el-orders-12345678.json',
    '/assets/texts-el-frame-12345678.json',
    '/assets/texts-en-orders-12345678.json',
  ]
  server = serving('1')
  const worker = await start('1', [], texts)
  await worker.install()
  await worker.tell({ texts: 'el' })
  server = noConnection
  for (const path of texts.slice(0, 2)) expect(await (await worker.get(path))?.text()).toBe(path)
  await expect(worker.get('/assets/texts-en-orders-12345678.json')).rejects.toThrow('no connection')
})

test('a new version loads the language that this device uses', async () => {
  server = serving('1')
  const before = await start('1', [], ['/assets/gr-aaaaaaaa.js', '/assets/it-aaaaaaaa.js'])
  await before.install()
  await before.get('/assets/gr-aaaaaaaa.js')
  server = serving('2')
  const after = await start('2', [], ['/assets/gr-bbbbbbbb.js', '/assets/it-bbbbbbbb.js'])
  await after.install()
  expect(asked).not.toContain('/assets/it-bbbbbbbb.js')
  server = noConnection
  expect(await (await after.get('/assets/gr-bbbbbbbb.js'))?.text()).toBe('/assets/gr-bbbbbbbb.js')
})

const MESSAGE = {
  title: 'Επιστροφές: 2',
  body: '#185 Ξενοδοχείο Ακτή',
  tag: 'orders.returned',
  to: '/orders?show=RETURNED',
}

/** Adds an open tab. Returns what the worker does with it. */
function openTab(focused: boolean, visibilityState = focused ? 'visible' : 'hidden') {
  const done: (string | object)[] = []
  tabs.push({
    focused,
    visibilityState,
    focus: async () => void done.push('focus'),
    postMessage: (sent) => void done.push(sent),
  })
  return done
}

test('a message of the product is shown with its texts and its tag, so that a repeated one replaces it', async () => {
  const worker = await start('1')
  await worker.push(MESSAGE)
  await worker.push(MESSAGE)
  expect(shown.map(({ title, options }) => [title, options.body, options.tag, options.data])).toEqual(
    Array.from({ length: 2 }, () => [MESSAGE.title, MESSAGE.body, MESSAGE.tag, MESSAGE.to]),
  )
})

test('a message without a text is shown too, because the browser withdraws the permission otherwise', async () => {
  const worker = await start('1')
  await worker.push(null)
  expect(shown).toMatchObject([{ title: 'Kerino', options: { body: '' } }])
})

test('a press opens the page in the tab that the person used last, without loading it anew', async () => {
  const [hidden, front] = [openTab(false), openTab(true)]
  const worker = await start('1')
  await worker.press(MESSAGE.to)
  expect([hidden, front, opened]).toEqual([[], [{ open: MESSAGE.to }, 'focus'], []])
})

test('a press opens a tab if there is none, and never a page of another site', async () => {
  const worker = await start('1')
  await worker.press(MESSAGE.to)
  await worker.press('https://evil.example/orders')
  await worker.press(undefined)
  expect(opened).toEqual([MESSAGE.to, '/', '/'])
})
