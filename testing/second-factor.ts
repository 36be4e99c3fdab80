/** Signs people of the test company in and out with a second factor, as a browser does. */
import { expect } from 'vitest'
import { sql } from '#server/db/database.ts'
import { ask, PAGE_KEY, refusalIn, type TestCompany } from '#testing/company.ts'
import { emailOf, PASSWORD, type Person } from '#testing/people-and-goods.ts'
import { codeAt } from '#accounts/server/second-factor/app-code.ts'
import { CODE_SECONDS } from '#accounts/domain/second-factor.ts'

type Answer = { readonly status: number; readonly json: unknown; readonly refusal: ReturnType<typeof refusalIn> }

/** A browser: it keeps the cookies that the server sets. */
export type Browser = {
  readonly post: (path: string, body?: object) => Promise<Answer>
  readonly get: (path: string) => Promise<Answer>
  readonly cookies: Map<string, string>
}

export function browserOf(company: () => TestCompany, more: Readonly<Record<string, string>> = {}): Browser {
  const cookies = new Map<string, string>()
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'x-dreamfactory-api-key': PAGE_KEY, ...(cookie && { cookie }), ...more }
    const answer = await ask(company(), method, path, { headers, body })
    for (const line of [(answer.headers['set-cookie'] ?? []) as string | string[]].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, json: answer.json, refusal: refusalIn(answer.json) }
  }
  return { cookies, post: (path, body = {}) => send('POST', path, body), get: (path) => send('GET', path) }
}

/** Enters e-mail and password. */
export const enterPassword = (browser: Browser, person: Person, password = PASSWORD) =>
  browser.post('/app/session.sign-in', { email: emailOf(person), password })

export const enterCode = (browser: Browser, code: string) => browser.post('/app/session.sign-in-code', { code })

/** Returns the code of an app, `steps` from now. The server accepts the one before and the one after. */
export const appCode = (secret: string, steps = 0): string =>
  codeAt(secret, new Date(Date.now() + steps * CODE_SECONDS * 1000))

/** Returns a code of the right form that is not valid now. */
export function wrongCode(secret: string, at = 0): string {
  const valid = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps))
  const wrong = Array.from({ length: 20 }, (_, index) => String(100_000 + at * 20 + index))
  return wrong.find((code) => !valid.includes(code)) ?? ''
}

/** Lets the codes of this time be used again, as if time had passed. */
export const laterStep = (company: TestCompany): Promise<number> =>
  company.db.run(sql`update second_factors set last_step = 0`)

/** Signs a person in and switches the factor on. Returns the browser, the secret and the recovery codes. */
export async function withFactor(company: () => TestCompany, person: Person) {
  const browser = browserOf(company)
  expect((await enterPassword(browser, person)).status).toBe(200)
  const begun = await browser.post('/app/session.begin-factor', { password: PASSWORD })
  expect(begun.refusal).toBeUndefined()
  const { secret } = begun.json as { secret: string }
  const confirmed = await browser.post('/app/session.confirm-factor', { code: appCode(secret) })
  expect(confirmed.refusal).toBeUndefined()
  await laterStep(company())
  return { browser, secret, codes: (confirmed.json as { codes: string[] }).codes }
}

/** Removes every factor and every counted attempt. */
export async function withoutFactors({ db }: TestCompany): Promise<void> {
  await db.run(sql`update users set factor_since = null`)
  await db.run(sql`delete from second_factors`)
  await db.run(sql`delete from begun_sign_ins`)
  await db.run(sql`delete from sign_in_attempts`)
  await db.run(sql`delete from settings where name = 'sign-in'`)
}
