/**
 * Opens the accounting service that the environment names. In demo mode it starts a simulator in this process, which
 * keeps its documents across restarts.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Accounting } from './accounting.ts'
import { ADDRESS_NAMES } from './epsilon-connection.ts'
import { openEpsilonSmart } from './epsilon-smart.ts'
import { openEpsilon } from './epsilon.ts'
import type { Opened } from '../ports.ts'
import { servicePause } from '../service-pause.ts'
import { startEpsilonSimulator } from '#simulators/epsilon-simulator.ts'
import type { StoredDocument } from '#simulators/epsilon-store.ts'

/** Not a secret: the simulator listens on loopback only and holds invented documents. */
const DEMO_ACCOUNT = { subscriptionKey: 'demo', email: 'demo@kerino.example', password: 'demo' }
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
  /** Returns what the simulator of the demo company has issued. */
  readonly issued?: () => readonly StoredDocument[]
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

export async function openAccounting(config: Config, db: Database, demo: boolean): Promise<OpenedAccounting | null> {
  const stored = await db.maybe<{ value: unknown }>(sql`select value from settings where name = 'accounting'`)
  const { smart: smartRules = {}, ...rules } = rulesSetting.parse(stored?.value ?? {})
  const hostSuffix = config.ACCOUNTING_HOST_SUFFIX
  const account = accountIn(config, 'ACCOUNTING')
  if (account) {
    const pause = servicePause(db, 'accounting-sign-in', Object.values(account), (reason) =>
      console.error(
        `The accounting service refuses the sign-in (${reason}); check ACCOUNTING_EMAIL and ACCOUNTING_PASSWORD.`,
      ),
    )
    const port = openEpsilon({ ...account, hostSuffix, rules, pause })
    const smart = openEpsilonSmart({ ...account, hostSuffix, rules: smartRules, pause })
    return { port, smart, url: account.loginUrl, pause, signIn: () => port.signIn() }
  }
  if (!demo) return null

  const file = join(config.dataDir, 'epsilon-simulator.jsonl')
  // the invoices of the demo company are older than the simulator, and credit notes may cancel them
  const issued = await db.many<{ mark: string }>(sql`select mark from accounting_documents where mark is not null`)
  const simulator = await startEpsilonSimulator({ ...DEMO_ACCOUNT, file, issuedBefore: issued.map(({ mark }) => mark) })
  const { loginUrl: demoUrl } = simulator
  const port = openEpsilon({
    ...DEMO_ACCOUNT,
    loginUrl: demoUrl,
    hostSuffix,
    rules,
  })
  return {
    port,
    smart: openEpsilonSmart({ ...DEMO_ACCOUNT, loginUrl: demoUrl, hostSuffix, rules: smartRules }),
    url: demoUrl,
    close: () => simulator.close(),
    signIn: () => port.signIn(),
    issued: () => simulator.documents(),
  }
}

/**
 * Opens the test environment that the environment names. The demo company has a second simulator for it, which keeps nothing.
 */
export async function openTestAccounting(
  config: Config,
  db: Database,
  demo: boolean,
): Promise<Opened<Accounting> | null> {
  const hostSuffix = config.ACCOUNTING_HOST_SUFFIX
  const account = accountIn(config, 'ACCOUNTING_TEST')
  if (account) {
    const pause = servicePause(db, 'accounting-test-sign-in', Object.values(account), (reason) =>
      console.error(`The test environment of the accounting service refuses the sign-in (${reason}).`),
    )
    return { port: openEpsilon({ ...account, hostSuffix, pause }), url: account.loginUrl, pause }
  }
  if (!demo) return null
  const simulator = await startEpsilonSimulator(DEMO_ACCOUNT)
  const port = openEpsilon({ ...DEMO_ACCOUNT, loginUrl: simulator.loginUrl, hostSuffix })
  return { port, url: simulator.loginUrl, close: () => simulator.close() }
}
