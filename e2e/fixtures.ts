/**
 * What stories begin with: a server of the worker's own with the demo company, and people who sign in.
 *
 * A story hangs on the database when it is about people at the same record, a line that drops, setting up or signing in.
 * Its title ends with the tag @both-engines, and `npm test` tells it on both engines. The others show pages, which know
 * no engine; they are told on the embedded one only.
 */
import { test as base, type BrowserContextOptions, expect, type Locator, type Page, request } from '@playwright/test'
import type { LanguageCode } from '#kernel/languages.ts'
import { type Caller, signedIn } from './proofs/callers.ts'
import { PASSWORD, type ServerUnderTest, startServer } from './server-under-test.ts'

export { expect }
export type { Caller, Locator, Page }

/** The accounts of the demo company; `xyta` and `gemisma` are workshops, `waiting` has no role yet. */
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

/** A telephone in the hand of a driver. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

type Stage = {
  /** The language of every page of the story. */
  language: Language
  /** Opens a browser of somebody's own in which they have signed in; the page is still empty. */
  enter: (account: Account, options?: BrowserContextOptions) => Promise<Page>
}

type Shared = {
  server: ServerUnderTest
  /** Somebody who prepares things without a page, through the commands that pages use. */
  behindTheScenes: (account: Account) => Promise<Caller>
}

export const test = base.extend<Stage, Shared>({
  server: [
    async ({}, use, worker) => {
      const server = await startServer()
      await use(server)
      const printed = server.output()
      await server.remove()
      // What a server complains about belongs beside the failure that it explains.
      if (/"level":(50|60)|error/i.test(printed))
        console.log(`Server of worker ${worker.workerIndex} printed:\n${printed}`)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  behindTheScenes: [
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
    await context.addInitScript(speak, language)
    await use(context)
  },
  enter: async ({ browser, language, server }, use) => {
    const opened: { close(): Promise<void> }[] = []
    await use(async (account, options = {}) => {
      const context = await browser.newContext({ storageState: await signedInState(server.url, account), ...options })
      opened.push(context)
      await context.addInitScript(speak, language)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

/** Runs in the browser before every page: the language that was chosen here last time. */
const speak = (language: string): void => {
  localStorage.setItem('I18N_LANGUAGE', language)
}

/** What a browser keeps of somebody who has signed in: the cookie of the session, and the name tag of the pages. */
async function signedInState(url: string, account: Account) {
  const caller = await request.newContext({ baseURL: url })
  const response = await caller.post('/app/session.sign-in', { data: { email: emailOf(account), password: PASSWORD } })
  expect(response.status(), `${account} signs in`).toBe(200)
  const { user } = await response.json()
  const { cookies } = await caller.storageState()
  await caller.dispose()
  const tag = {
    username: user.username,
    email: user.email,
    uid: user.id,
    first_name: user.firstName,
    role: user.role,
  }
  return { cookies, origins: [{ origin: url, localStorage: [{ name: 'authUser', value: JSON.stringify(tag) }] }] }
}

/** Signs a person in, on the page where people do; ends on the page where the account lands. */
export async function signIn(page: Page, account: Account | { email: string; password: string }): Promise<void> {
  const { email, password } = typeof account === 'string' ? { email: emailOf(account), password: PASSWORD } : account
  if (new URL(page.url(), 'http://nowhere').pathname !== '/login') await page.goto('/login')
  // found by what browsers find them by, so that it works in every language; a dialog that fades away has no e-mail
  const form = page.locator('form').filter({ has: page.locator('input[type="email"]') })
  await form.locator('input[type="email"]').fill(email)
  await form.locator('input[type="password"]').fill(password)
  await form.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Searches a list for a record by its number and answers its row, once the list has settled. */
export async function findRow(page: Page, id: number): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search' }).fill(String(id))
  await page.waitForURL((url) => [...url.searchParams.values()].includes(String(id)))
  const row = page.getByRole('row', { name: new RegExp(`(^|\\s)${id}(\\s|$)`) })
  await expect(row).toBeVisible()
  await expect(page.locator('tbody[data-stale]')).toHaveCount(0)
  return row
}
