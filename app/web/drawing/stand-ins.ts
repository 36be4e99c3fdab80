/**
 * What the thread of the server has in place of a browser while it draws pages: a window of the size that the device told, its media
 * queries and its storage. Modules of pages read some of it when they are loaded, so this module comes before them.
 */
import type { ScreenFacts } from '#kernel/drawing/drawing.ts'
import type { Screen } from '#web/drawing/screen-cookie.ts'

/** What one drawing reads of the device. */
type Device = {
  screen: Screen
  media: Record<string, boolean>
  stored: Record<string, string | null>
  ofTab: Record<string, string | null>
  /** The entries that the server knows itself: who is signed in, and their preferences. They are not compared by the browser. */
  known: Record<string, string>
  meta: Readonly<Record<string, string>>
}

const NO_SCREEN: Screen = { width: 1280, height: 800, coarse: false, dark: false, calm: false, stored: {} }
const newDevice = (): Device => ({ screen: NO_SCREEN, media: {}, stored: {}, ofTab: {}, known: {}, meta: {} })

let device = newDevice()

/** Returns the outcome of a media query on the device. Queries of other forms have none, and the browser compares that too. */
function matches(query: string): boolean {
  const { width, coarse, dark, calm } = device.screen
  const px = Number(/^\((?:min|max)-width: ([\d.]+)px\)$/.exec(query)?.[1])
  if (query.startsWith('(min-width')) return width >= px
  if (query.startsWith('(max-width')) return width <= px
  if (query === '(pointer: coarse)') return coarse
  if (query === '(prefers-color-scheme: dark)') return dark
  if (query === '(prefers-reduced-motion: reduce)') return calm
  return false
}

const nothing = (): void => undefined

function matchMedia(media: string) {
  const outcome = matches(media)
  device.media[media] = outcome
  return {
    matches: outcome,
    media,
    onchange: null,
    addListener: nothing,
    removeListener: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
  }
}

/** What the drawing itself stores is forgotten with it. */
const localStorage = {
  getItem(key: string): string | null {
    const known = device.known[key]
    if (known !== undefined) return known
    const value = device.screen.stored[key] ?? null
    device.stored[key] = value
    return value
  },
  setItem: (key: string, value: string): void => void (device.known[key] = value),
  removeItem: (key: string): void => void delete device.known[key],
}
const sessionStorage = {
  getItem(key: string): string | null {
    device.ofTab[key] = null
    return null
  },
  setItem: nothing,
  removeItem: nothing,
}

const events = new EventTarget()
/** Of all events only a change of the storage happens here. Each drawing has a router, whose listeners would stay for ever. */
const listening = {
  addEventListener: (kind: string, listener: EventListener): void => {
    if (kind === 'storage') events.addEventListener(kind, listener)
  },
  removeEventListener: (kind: string, listener: EventListener): void => events.removeEventListener(kind, listener),
  dispatchEvent: () => true,
}
const element = () => ({
  style: {},
  dataset: {},
  classList: { add: nothing, remove: nothing, toggle: nothing, contains: () => false },
  setAttribute: nothing,
  removeAttribute: nothing,
  getAttribute: () => null,
  appendChild: nothing,
  append: nothing,
  remove: nothing,
  children: [],
  ...listening,
})
const documentElement = { ...element(), lang: 'en', scrollTop: 0, scrollLeft: 0 }

/** Returns a `meta` element of the page, the only elements that are looked up while a page is drawn. */
function querySelector(selector: string): { content: string } | null {
  const name = /^meta\[name="([\w-]+)"\]$/.exec(selector)?.[1]
  const content = name === undefined ? undefined : device.meta[name]
  return content === undefined ? null : { content }
}

const history = {
  state: null as unknown,
  length: 1,
  scrollRestoration: 'auto',
  pushState: (state: unknown, _title: string, to?: string) => move(state, to),
  replaceState: (state: unknown, _title: string, to?: string) => move(state, to),
  back: nothing,
  forward: nothing,
  go: nothing,
}

function move(state: unknown, to?: string): void {
  history.state = state
  if (to !== undefined) setLocation(new URL(to, location.href))
}

const location = {
  href: 'http://localhost/',
  origin: 'http://localhost',
  protocol: 'http:',
  host: 'localhost',
  hostname: 'localhost',
  port: '',
  pathname: '/',
  search: '',
  hash: '',
  assign: nothing,
  replace: nothing,
  reload: nothing,
}

function setLocation({ href, origin, protocol, host, hostname, port, pathname, search, hash }: URL): void {
  Object.assign(location, { href, origin, protocol, host, hostname, port, pathname, search, hash })
}

const page = {
  ...listening,
  documentElement,
  body: element(),
  head: element(),
  activeElement: null,
  hidden: false,
  visibilityState: 'visible',
  title: '',
  cookie: '',
  readyState: 'complete',
  defaultView: globalThis,
  fullscreenEnabled: true,
  fonts: new EventTarget(),
  querySelector,
  querySelectorAll: () => [],
  getElementById: () => null,
  getElementsByTagName: () => [],
  createElement: element,
  createElementNS: element,
  createTextNode: element,
}

const given = {
  ...listening,
  window: globalThis,
  self: globalThis,
  document: page,
  localStorage,
  sessionStorage,
  matchMedia,
  location,
  history,
  scrollTo: nothing,
  requestAnimationFrame: () => 0,
  cancelAnimationFrame: nothing,
  scrollX: 0,
  scrollY: 0,
}
for (const [name, value] of Object.entries(given))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
for (const [name, of] of [
  ['innerWidth', 'width'],
  ['innerHeight', 'height'],
] as const)
  Object.defineProperty(globalThis, name, { get: () => device.screen[of], configurable: true })
for (const name of ['Element', 'HTMLElement', 'Node', 'SVGElement', 'MutationObserver', 'ResizeObserver'])
  if (!(name in globalThis))
    Object.defineProperty(globalThis, name, { value: class {}, configurable: true, writable: true })

/** The modules that the current drawing has loaded. The build makes each import of a page name its module here. */
const modules = new Set<string>()
Object.defineProperty(globalThis, 'noteDrawnModule', { value: (id: string) => void modules.add(id) })

/** Says to the modules of pages that the storage has changed, as another tab would. */
const tell = (key: string): void => {
  events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: device.known[key] ?? null }))
}

/** Begins a drawing for a device. `known` are the entries of the storage that the server knows. */
export function beginDrawing(
  address: URL,
  screen: Screen,
  known: Readonly<Record<string, string>>,
  meta: Readonly<Record<string, string>>,
): void {
  device = { ...newDevice(), screen, known: { ...known }, meta }
  modules.clear()
  setLocation(address)
  history.state = null
  for (const key of Object.keys(known)) tell(key)
}

/** Returns what the drawing has read of the device, and the modules that it has loaded. */
export const readByDrawing = (now: string): { screen: ScreenFacts; modules: string[] } => ({
  screen: {
    height: device.screen.height,
    now,
    media: device.media,
    stored: device.stored,
    ofTab: device.ofTab,
  },
  modules: [...modules],
})

/** Forgets the device, and the person with it. */
export function endDrawing(): void {
  const known = Object.keys(device.known)
  device = newDevice()
  modules.clear()
  for (const key of known) tell(key)
}

/** The page at which the drawing has arrived: it may lead to another one. A page may complete the query of its address. */
export const pageOfDrawing = (): string => location.pathname
