/** Opens the accounting service that the environment names. */
import { z } from 'zod'
import { type Config, WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Accounting } from './accounting.ts'
import { ADDRESS_NAMES } from './epsilon-connection.ts'
import { openEpsilonSmart } from './epsilon-smart.ts'
import { openEpsilon } from './epsilon.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'

/** The row `accounting` of the settings: what is not confirmed about Epsilon Digital, and under `smart` about Epsilon Smart. */
const rulesSetting = z
  .object({
    identifier: z.string().min(1),
    smart: z
      .object({
        address: z.enum(ADDRESS_NAMES),
        vatStatus: z.int(),
        paymentMethods: z.record(z.string(), z.int()),
        sendsNumber: z.boolean(),
      })
      .partial(),
  })
  .partial()

/** The accounting service, and a sign-in at it that returns why it was refused; null if it was not. */
export type OpenedAccounting = Opened<Accounting> & {
  /** Epsilon Smart of the same account. */
  readonly smart: Accounting
  readonly signIn: () => Promise<string | null>
}

type Account = {
  readonly loginUrl: string
  readonly subscriptionKey: string
  readonly email: string
  readonly password: string
}

/** Returns the account that the environment names, or null if it names none. Throws WrongConfiguration for a part of one. */
function accountIn(config: Config, prefix: 'ACCOUNTING' | 'ACCOUNTING_TEST'): Account | null {
  const loginUrl = config[`${prefix}_URL`]
  const subscriptionKey = config[`${prefix}_SUBSCRIPTION_KEY`]
  const email = config[`${prefix}_EMAIL`]
  const password = config[`${prefix}_PASSWORD`]
  if (loginUrl && subscriptionKey && email && password) return { loginUrl, subscriptionKey, email, password }
  if (loginUrl || subscriptionKey || email || password)
    throw new WrongConfiguration(
      `${prefix}_URL, ${prefix}_SUBSCRIPTION_KEY, ${prefix}_EMAIL and ${prefix}_PASSWORD go together: set all or none.`,
    )
  return null
}

/** Returns what is not confirmed about Epsilon Digital, and apart from it about Epsilon Smart. */
export async function accountingRules(db: Database) {
  const stored = await db.maybe<{ value: unknown }>(sql`select value from settings where name = 'accounting'`)
  const { smart = {}, ...rules } = rulesSetting.parse(stored?.value ?? {})
  return { rules, smart }
}

/** Returns null if the environment names no account. */
export async function openAccounting(config: Config, db: Database): Promise<OpenedAccounting | null> {
  const account = accountIn(config, 'ACCOUNTING')
  if (account === null) return null
  const { rules, smart: smartRules } = await accountingRules(db)
  const hostSuffix = config.ACCOUNTING_HOST_SUFFIX
  const pause = servicePause(db, 'accounting-sign-in', Object.values(account), (reason) =>
    console.error(
      `The accounting service refuses the sign-in (${reason}); check ACCOUNTING_EMAIL and ACCOUNTING_PASSWORD.`,
    ),
  )
  const port = openEpsilon({ ...account, hostSuffix, rules, pause })
  const smart = openEpsilonSmart({ ...account, hostSuffix, rules: smartRules, pause })
  return { port, smart, url: account.loginUrl, pause, signIn: () => port.signIn() }
}

/** Opens the test environment that the environment names; null if it names none. */
export function openTestAccounting(config: Config, db: Database): Opened<Accounting> | null {
  const account = accountIn(config, 'ACCOUNTING_TEST')
  if (account === null) return null
  const pause = servicePause(db, 'accounting-test-sign-in', Object.values(account), (reason) =>
    console.error(`The test environment of the accounting service refuses the sign-in (${reason}).`),
  )
  const hostSuffix = config.ACCOUNTING_HOST_SUFFIX
  return { port: openEpsilon({ ...account, hostSuffix, pause }), url: account.loginUrl, pause }
}
