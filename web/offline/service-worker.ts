/**
 * The service worker that opens pages offline. It is built to /sw.js. It caches the page, the files of the pages that
 * work offline, and every file that this device has loaded: its language, its fonts, other pages. It ignores the data
 * requests of the pages, whose answers cached-answers.ts stores. It also shows the notifications that the product sends to the device.
 */

import { DRAWN_HEADER } from '#kernel/drawing/drawing.ts'

// The build sets these: all files of this version, those that every device caches, and the one that no other version
// has.
declare const __BUILT_FILES__: readonly string[]
declare const __FIRST_FILES__: readonly string[]
declare const __BUILT_ENTRY__: string

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Told = Waiting & { readonly data: unknown }
type Asked = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
/** A message of the product, which the browser has decrypted. */
type Pushed = Waiting & { readonly data: { json(): unknown } | null }
type Pressed = Waiting & { readonly notification: { readonly data: unknown; close(): void } }
type Tab = {
  readonly focused: boolean
  readonly visibilityState: string
  focus(): Promise<unknown>
  postMessage(message: { readonly open: string }): void
}
type WorkerScope = {
  readonly location: Location
  readonly clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly Tab[]>
    openWindow(address: string): Promise<unknown>
  }
  readonly registration: {
    showNotification(
      title: string,
      options: { body: string; tag: string; icon: string; badge: string; data: unknown },
    ): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
  addEventListener(type: 'push', listener: (event: Pushed) => void): void
  addEventListener(type: 'notificationclick', listener: (event: Pressed) => void): void
}
const worker = globalThis as unknown as WorkerScope

const PREFIX = 'kerino-pages-'
const CACHE = `${PREFIX}${__BUILT_ENTRY__}`
const PAGE = '/'
/** After this many milliseconds the page is served from the cache. */
const PATIENCE_MS = 4_000
/** This many files are loaded in parallel, because the first visit also loads its page. */
const AT_ONCE = 4

worker.addEventListener('install', (event) => {
  // A page of the previous version uses its own files. They are kept for one more version, so the worker need not wait.
  event.waitUntil(
    filesToKeep()
      .then(keep)
      .then(keepFreshPage)
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (/^\/(app|api|service|images)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(thePage(request, event))
  else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(aFile(request, event))
})

worker.addEventListener('message', (event) => {
  const wanted = filesNamedBy(event.data)
  event.waitUntil(keep(__BUILT_FILES__.filter(wanted)))
})

/** Reports which files a page asks to keep: those that it had loaded before the worker started, or all texts of a language. */
function filesNamedBy(message: unknown): (file: string) => boolean {
  if (Array.isArray(message)) return (file) => message.includes(file)
  const { texts } = (message ?? {}) as { readonly texts?: unknown }
  return (file) => typeof texts === 'string' && file.startsWith(`/assets/texts-${texts}-`)
}

worker.addEventListener('push', (event) => {
  event.waitUntil(showMessage(event.data?.json()))
})

worker.addEventListener('notificationclick', (event) => {
  const { data } = event.notification
  event.notification.close()
  event.waitUntil(openPage(typeof data === 'string' ? data : '/'))
})

/** Shows a notification. One with the same tag is replaced without a sound, so a message that arrives twice is seen once. */
async function showMessage(sent: unknown): Promise<void> {
  const { title, body, tag, to } = (sent ?? {}) as Readonly<Record<string, unknown>>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  const icon = '/icons/icon-192.png'
  await worker.registration.showNotification(text(title) || 'Kerino', {
    body: text(body),
    tag: text(tag) || 'kerino',
    icon,
    badge: icon,
    data: to,
  })
}

/** Brings an open tab to the front, which opens the page without losing unsaved input. Opens a tab if there is none. */
async function openPage(to: string): Promise<void> {
  const { origin } = worker.location
  const address = new URL(to, origin)
  const page = address.origin === origin ? address.pathname + address.search : PAGE
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find(({ focused }) => focused) ?? tabs.find((one) => one.visibilityState === 'visible') ?? tabs[0]
  if (tab === undefined) return void (await worker.clients.openWindow(page))
  tab.postMessage({ open: page })
  await tab.focus()
}

/** Returns the name of a built file without its content hash. It is the same in every version. */
const stemOf = (file: string): string => file.replace(/-[\w-]{8}(\.\w+)$/, '$1')

/**
 * Returns the files that every device caches, and those whose earlier version this device has. A Greek page needs the
 * Greek texts of the new version too.
 */
async function filesToKeep(): Promise<string[]> {
  const stems = new Set<string>()
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue
    for (const { url } of await (await caches.open(name)).keys()) stems.add(stemOf(new URL(url).pathname))
  }
  return [...new Set([...__FIRST_FILES__, ...__BUILT_FILES__.filter((file) => stems.has(stemOf(file)))])]
}

/** Caches files. Copies those that an earlier version has under the same name. */
async function keep(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  const waiting = [...files]
  const carry = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const hashed = file.startsWith('/assets/')
      const known = hashed ? await caches.match(file) : undefined
      const answer = known ?? (await fetch(file, hashed ? {} : { cache: 'reload' }))
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
      await cache.put(file, answer)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, carry))
}

/** The server draws the page at this address for nobody. */
const keepFreshPage = async (): Promise<void> => keepPage(await fetch(PAGE, { cache: 'reload' }))
let isFresh = false

/**
 * Caches the page with its headers, which allow its styles by the nonce in it. A page of another version is not cached,
 * because its files are missing here. Neither is one that the server has drawn for a person: another one may be signed in later. In its place
 * the undrawn page is cached, once in each run of the worker.
 */
async function keepPage(page: Response): Promise<void> {
  if (page.headers.has(DRAWN_HEADER)) {
    if (isFresh) return
    isFresh = true
    return keepFreshPage()
  }
  const text = await page.clone().text()
  if (!page.ok || page.redirected || !text.includes(__BUILT_ENTRY__)) return
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, page)
}

/** Deletes all versions before the previous one. */
async function forgetOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // The names are in the order of their creation.
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)))
}

/**
 * Returns the page from the server. Returns the cached one if the server fails, is unreachable, or does not answer in
 * time.
 */
async function thePage(request: Request, event: Waiting): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(PAGE)
  // Until the cache is complete there is nothing to return from it.
  if (kept === undefined) return fetch(request)
  const fresh = fetch(request)
  event.waitUntil(fresh.then((page) => keepPage(page.clone())).catch(() => undefined))
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const answer = await Promise.race([fresh.catch(() => null), silence])
  return answer === null || answer.status >= 500 ? kept : answer
}

/** Returns a file from the cache of any version, and else from the server. Caches files of this version. */
async function aFile(request: Request, event: Waiting): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = (await cache.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }))
  if (kept !== undefined) return kept
  const fresh = await fetch(request)
  const { pathname } = new URL(request.url)
  if (fresh.ok && __BUILT_FILES__.includes(pathname)) {
    // A full device caches no more. The page still works online.
    event.waitUntil(cache.put(pathname, fresh.clone()).catch(() => undefined))
  }
  return fresh
}
