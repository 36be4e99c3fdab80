/**
 * Browsers of signed-in people, which the stories of a worker use one after the other.
 *
 * A new browser reads and compiles the program again, which takes as long as a short story. So a story gives its browser
 * back: its pages are closed, what they stored is deleted, and the next story begins with the same session. A browser that would
 * carry anything else over (a session that changed or ended, a script or a route of the story) is closed.
 *
 * One page without the program stays open in each browser. All pages of the product share its process (`--process-per-site`), so
 * the process keeps the compiled program for the next story.
 */
import { type BrowserContext, type BrowserContextOptions, type Browser, expect, type Page } from '@playwright/test'
import { PASSWORD } from '../server-under-test.ts'

type Shared = {
  readonly context: BrowserContext
  /** The page that stays open. */
  readonly anchor: Page
  readonly key: string
  /** What the server answers about the session while nothing changed it. */
  readonly session: string
  /** What the pages store about the person who is signed in. */
  readonly tag: string
  /** True if a story changed something in the browser that stays. */
  changed: boolean
}

export type Person = { readonly email: string; readonly language: string; readonly options: BrowserContextOptions }

export class SharedBrowsers {
  readonly #idle: Shared[] = []
  readonly #used: Shared[] = []

  readonly #browser: Browser
  readonly #url: string

  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Opens an empty page of a browser in which the person is signed in. No other story has this browser now. */
  async enter(person: Person): Promise<Page> {
    const key = JSON.stringify(person)
    const shared = (await this.#takeIdle(key)) ?? (await this.#signIn(person, key))
    this.#used.push(shared)
    const page = await shared.context.newPage()
    // The first page of a story empties what the story before has stored.
    await page.addInitScript(beginStory, { story: crypto.randomUUID(), tag: shared.tag, language: person.language })
    return page
  }

  /** Takes back the browsers of a story that has ended. */
  async giveBack(): Promise<void> {
    for (const shared of this.#used.splice(0)) {
      if (await leavesNothing(shared)) this.#idle.push(shared)
      else await shared.context.close()
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ context }) => context.close()))
  }

  async #takeIdle(key: string): Promise<Shared | null> {
    for (;;) {
      const place = this.#idle.findIndex((one) => one.key === key)
      const [found] = place < 0 ? [] : this.#idle.splice(place, 1)
      if (!found) return null
      if ((await this.#sessionOf(found.context)) === found.session) return found
      await found.context.close()
    }
  }

  async #signIn({ email, options }: Person, key: string): Promise<Shared> {
    const context = await this.#browser.newContext(options)
    const response = await context.request.post(`${this.#url}/app/session.sign-in`, {
      data: { email, password: PASSWORD },
    })
    expect(response.status(), `${email} signs in`).toBe(200)
    const { user } = await response.json()
    const anchor = await context.newPage()
    await anchor.goto(`${this.#url}/manifest.webmanifest`)
    const tag = JSON.stringify({
      username: user.username,
      email: user.email,
      uid: user.id,
      first_name: user.firstName,
      role: user.role,
      section: user.section,
    })
    const shared = { context, anchor, key, session: await this.#sessionOf(context), tag, changed: false }
    for (const name of ['addCookies', 'addInitScript', 'exposeFunction', 'grantPermissions', 'route'] as const) {
      const original = context[name].bind(context) as (...input: unknown[]) => unknown
      Object.assign(context, {
        [name]: (...input: unknown[]) => {
          shared.changed = true
          return original(...input)
        },
      })
    }
    return shared
  }

  async #sessionOf(context: BrowserContext): Promise<string> {
    return (await context.request.get(`${this.#url}/app/session.current`)).text()
  }
}

/** Closes the pages of a story and deletes what they stored. Returns true if the next story may have the browser. */
async function leavesNothing({ context, anchor, changed, key }: Shared): Promise<boolean> {
  if (changed || key.includes('"serviceWorkers":"allow"')) return false
  try {
    await context.setOffline(false)
    const pages = context.pages().filter((page) => page !== anchor)
    await Promise.all(pages.map((page) => page.close()))
    const session = await context.newCDPSession(anchor)
    const { origin } = new URL(anchor.url())
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
    await session.send('Performance.enable')
    const { metrics } = await session.send('Performance.getMetrics')
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
    // Collecting garbage also removes the compiled program, so it waits until there is much.
    if (heap > MOST_HEAP_BYTES) await session.send('HeapProfiler.collectGarbage')
    await session.detach()
    return true
  } catch {
    // The story closed the browser.
    return false
  }
}

/** The browsers of stories collect hardly any garbage themselves, because most of their pages end before it pays. */
const MOST_HEAP_BYTES = 400 * 1024 * 1024

/** What the pages of a story store, in the words of the protocol of Chromium. The cookies stay. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers'

/** Runs in the browser before each page. At the first one of a story it stores only what an earlier sign-in would have. */
const beginStory = ({ story, tag, language }: { story: string; tag: string; language: string }): void => {
  if (localStorage.getItem('story') === story) return
  localStorage.clear()
  localStorage.setItem('story', story)
  localStorage.setItem('authUser', tag)
  localStorage.setItem('I18N_LANGUAGE', language)
}
