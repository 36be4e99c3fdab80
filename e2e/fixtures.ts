/**
 * The common start of all stories: each worker has its own server with the demo company, and people who are signed in.
 *
 * The title of a story ends with the tag @both-engines if its result depends on how the engine commits, locks or begins:
 * several people at the same record, a command that is sent twice or cut off, the set-up. `npm test` always runs those with the tag
 * @main on PostgreSQL; in CI they run on PGlite, unless they have the first tag, and all others on PostgreSQL. `npm run proofs` runs
 * every story on both engines. `npm test` never runs those with @in-ci: the comment above such a story names a quicker proof of the same
 * (docs/tests.md).
 */
import { test as base, type BrowserContextOptions, expect, type Locator, type Page, type Route } from '@playwright/test'
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import type { LanguageCode } from '#kernel/languages.ts'
import { type Caller, signedIn } from './proofs/callers.ts'
import { PASSWORD, type ServerUnderTest, startServer } from './server-under-test.ts'
import { SharedBrowsers } from './stage/shared-browsers.ts'

export { expect }
export type { Caller, Locator, Page }

/** The accounts of the demo company. `xyta` and `gemisma` are workshop accounts, `waiting` has no role yet. */
export type Account =
  | 'admin'
  | 'user'
  | 'logistirio'
  | 'production'
  | 'operations'
  | 'driver'
  | 'driver2'
  | 'xyta'
  | 'gemisma'
  | 'waiting'

export type Language = LanguageCode

const emailOf = (account: Account): string => `${account}@kerino.demo`

/** Options of a browser on a driver's phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

type Stage = {
  /** The language of every page in the story. */
  language: Language
  /** Opens a browser in which the account is signed in, and which no other story has. Returns an empty page of it. */
  enter: (account: Account, options?: BrowserContextOptions) => Promise<Page>
}

type Shared = {
  /** Further environment variables of the server. */
  serverEnv: Readonly<Record<string, string>>
  server: ServerUnderTest
  browsers: SharedBrowsers
  /** Returns a caller that prepares data for a story through the commands of the pages. */
  callerFor: (account: Account) => Promise<Caller>
}

export const test = base.extend<Stage, Shared>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv }, use, worker) => {
      const server = await startServer({ env: serverEnv })
      await use(server)
      const printed = server.output()
      await server.remove()
      // Errors of the server help to explain the failure of a story, so they are printed beside it.
      if (/"level":(50|60)|error/i.test(printed))
        console.log(`Server of worker ${worker.workerIndex} printed:\n${printed}`)
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  callerFor: [
    async ({ server }, use) => {
      const known = new Map<Account, Promise<Caller>>()
      await use((account) => {
        const caller = known.get(account) ?? signedIn(server, emailOf(account))
        known.set(account, caller)
        return caller
      })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  language: ['eng', { option: true }],
  context: async ({ context, language }, use) => {
    await context.addInitScript(storeLanguage, language)
    await use(context)
  },
  browsers: [
    async ({ browser, server }, use) => {
      const browsers = new SharedBrowsers(browser, server.url)
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker' },
  ],
  enter: async ({ browsers, language }, use) => {
    await use((account, options = {}) => browsers.enter({ email: emailOf(account), language, options }))
    await browsers.giveBack()
  },
})

/** Runs in the browser before every page. Stores the language as if it had been chosen at an earlier visit. */
const storeLanguage = (language: string): void => {
  localStorage.setItem('I18N_LANGUAGE', language)
}

/** Signs a person in on the sign-in page and waits for the landing page of the account. */
export async function signIn(page: Page, account: Account | { email: string; password: string }): Promise<void> {
  const { email, password } = typeof account === 'string' ? { email: emailOf(account), password: PASSWORD } : account
  if (new URL(page.url(), 'http://nowhere').pathname !== '/login') await page.goto('/login')
  // Attributes identify the fields, so this works in every language. A dialog that is fading out has no e-mail field.
  const form = page.locator('form').filter({ has: page.locator('input[type="email"]') })
  await form.locator('input[type="email"]').fill(email)
  await form.locator('input[type="password"]').fill(password)
  await form.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** An address that the server does not know. */
const PROBE = '/app/intercepted'

/**
 * Answers the requests of a page in place of the server, beginning with the next request. `page.unroute` ends it.
 * Chromium hands requests over some milliseconds after `page.route` has returned, so this waits until it does. With a
 * service worker, call it before the first page is opened: of a page that the worker already controls Chromium does not always
 * hand requests over.
 */
export async function intercept(
  page: Page,
  address: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }))
  await page.route(address, answer)
  if (page.url() === 'about:blank') return
  const ask = (probe: string) =>
    fetch(probe, { method: 'POST' }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(() => page.evaluate(ask, PROBE)).toBe(204)
}

/**
 * Opens another page of the product as a link does. The program is not loaded again, which takes most of the time of
 * `page.goto`. The page before is visible until the data of the other one have arrived.
 */
export async function follow(page: Page, address: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(address)
  else await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** Opens a page as the browser draws it itself. So a story shows what the page does with the first answers of the server, which a drawn page brings. */
export async function openUndrawn(page: Page, address: string): Promise<void> {
  await page.context().clearCookies({ name: SCREEN_COOKIE })
  await page.goto(address)
}

/** Searches a list for a record by its number. Returns its row once the list has stopped loading. */
export async function findRow(page: Page, id: number): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(String(id))
  await page.waitForURL((url) => [...url.searchParams.values()].includes(String(id)))
  const row = page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
  await expect(row).toBeVisible()
  await expect(page.locator('tbody[data-stale]')).toHaveCount(0)
  return row
}
