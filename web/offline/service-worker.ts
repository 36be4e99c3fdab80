/**
 * The worker that lets the pages open without a line: built to /sw.js, it keeps the page and everything the page is
 * made of. It never touches what the pages ask of the server; their answers are kept in kept-answers.ts.
 */

// what the build writes in: the files of this version, and the one that only this version has
declare const __BUILT_FILES__: readonly string[]
declare const __BUILT_ENTRY__: string

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Asked = Waiting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
type WorkerScope = {
  readonly location: Location
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void
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
  event.waitUntil(keepAll().then(() => worker.skipWaiting()))
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
  else if (/^\/(assets|icons)\/|^\/manifest\.webmanifest$/.test(pathname)) event.respondWith(aFile(request))
})

/** Keeps the page and all its files; what the version before has under the same name is taken from there. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  const waiting = [...__BUILT_FILES__]
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
  await keepPage(await fetch(PAGE, { cache: 'reload' }))
}

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

/** A file of the page, from whichever version has it. */
async function aFile(request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(request, { ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

export {}
