/**
 * The service worker that opens pages offline. Built to /sw.js, it keeps the page, the files of the pages that work
 * offline, and every file that this device has loaded: its language, its fonts, other pages. It never touches what the
 * pages ask of the server; their answers are kept in kept-answers.ts.
 */

// The build writes these in: all files of this version, those that every device keeps, and the one that no other
// version has.
declare const __BUILT_FILES__: readonly string[]
declare const __FIRST_FILES__: readonly string[]
declare const __BUILT_ENTRY__: string

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Told = Waiting & { readonly data: unknown }
type Asked = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type WorkerScope = {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
  addEventListener(type: 'message', listener: (event: Told) => void): void
}
const worker = globalThis as unknown as WorkerScope

const PREFIX = 'kerino-pages-'
const CACHE = `${PREFIX}${__BUILT_ENTRY__}`
const PAGE = '/'
/** A server that does not send the page within this time is taken as not to be reached. */
const PATIENCE_MS = 4_000
/** So many files are fetched at once: the first visit has a page to show beside this. */
const AT_ONCE = 4

worker.addEventListener('install', (event) => {
  // a page of the version before goes on with its own files, which stay one version long: there is nothing to wait for
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
  if (/^\/(app|api|service)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(thePage(request, event))
  else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(aFile(request, event))
})

// A page names the files that it loaded before the worker was there.
worker.addEventListener('message', (event) => {
  const named = Array.isArray(event.data) ? event.data : []
  event.waitUntil(keep(named.filter((file) => __BUILT_FILES__.includes(file))))
})

/** The name of a built file without the hash of its content: the same in every version. */
const stemOf = (file: string): string => file.replace(/-[\w-]{8}(\.\w+)$/, '$1')

/**
 * Returns the files that every device keeps and those whose earlier version this device has: a page in Greek needs the
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

/** Keeps files; takes from an earlier version what that has under the same name. */
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

const keepFreshPage = async (): Promise<void> => keepPage(await fetch(PAGE, { cache: 'reload' }))

/**
 * Keeps the page as a whole: its headers allow the styles that bear the number written into it. A page of another
 * version is not ours to keep, its files are not here.
 */
async function keepPage(page: Response): Promise<void> {
  const text = await page.clone().text()
  if (!page.ok || page.redirected || !text.includes(__BUILT_ENTRY__)) return
  const cache = await caches.open(CACHE)
  await cache.put(PAGE, page)
}

/** Removes the versions before the last one. */
async function forgetOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  // named in the order in which they were made
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)))
}

/** The page fresh from the server, or as it was kept when the server is silent, fails or cannot be reached. */
async function thePage(request: Request, event: Waiting): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(PAGE)
  // before everything is kept there is nothing to fall back on
  if (kept === undefined) return fetch(request)
  const fresh = fetch(request)
  event.waitUntil(fresh.then((page) => keepPage(page.clone())).catch(() => undefined))
  const silence = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS))
  const answer = await Promise.race([fresh.catch(() => null), silence])
  return answer === null || answer.status >= 500 ? kept : answer
}

/** Returns a file of the page from whichever version has it, otherwise from the server; keeps files of this version. */
async function aFile(request: Request, event: Waiting): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = (await cache.match(request, { ignoreVary: true })) ?? (await caches.match(request, { ignoreVary: true }))
  if (kept !== undefined) return kept
  const fresh = await fetch(request)
  const { pathname } = new URL(request.url)
  if (fresh.ok && __BUILT_FILES__.includes(pathname)) {
    // a full device keeps no more; the page works online all the same
    event.waitUntil(cache.put(pathname, fresh.clone()).catch(() => undefined))
  }
  return fresh
}

export {}
