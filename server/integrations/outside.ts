/** Opens what lies outside the product: what the environment names, in demo mode a simulator, otherwise nothing. */
import { join } from 'node:path'
import { z } from 'zod'
import { type Config, WrongConfiguration } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openEpsilon } from './epsilon.ts'
import { NOTHING_OUTSIDE, type Outside } from './ports.ts'
import { startEpsilonSimulator } from './simulators/epsilon-simulator.ts'

/** Nobody outside this process can use it: the simulator listens on loopback and holds invented documents only. */
const DEMO_ACCOUNT = { subscriptionKey: 'demo', email: 'demo@kerino.example', password: 'demo' }
/** The demo company lends without VAT, on no real ground. */
const DEMO_EXEMPTION = 1

const rulesSetting = z
  .object({
    identifier: z.string().min(1),
    vatExemption: z.int().min(1).max(31),
    classificationCategory: z.string().min(1),
    classificationType: z.string().min(1),
  })
  .partial()
const demoSetting = z.object({ on: z.boolean() }).partial()

/** A setting as its schema reads it; empty when there is none. */
async function settingOf<S extends z.ZodType>(db: Database, name: string, schema: S): Promise<z.output<S>> {
  const row = await db.maybe<{ value: unknown }>(sql`select value from settings where name = ${name}`)
  return schema.parse(row?.value ?? {})
}

/** Opens the accounting service of the environment; in demo mode a simulator in this process that remembers across restarts. */
export async function openOutside(config: Config, db: Database): Promise<Outside> {
  const rules = await settingOf(db, 'accounting', rulesSetting)
  const given = [
    config.ACCOUNTING_URL,
    config.ACCOUNTING_SUBSCRIPTION_KEY,
    config.ACCOUNTING_EMAIL,
    config.ACCOUNTING_PASSWORD,
  ]
  const [loginUrl, subscriptionKey, email, password] = given
  if (loginUrl && subscriptionKey && email && password) {
    const accounting = openEpsilon({
      loginUrl,
      subscriptionKey,
      email,
      password,
      hostSuffix: config.ACCOUNTING_HOST_SUFFIX,
      rules,
    })
    return { ...NOTHING_OUTSIDE, accounting }
  }
  if (given.some(Boolean)) {
    throw new WrongConfiguration(
      'ACCOUNTING_URL, ACCOUNTING_SUBSCRIPTION_KEY, ACCOUNTING_EMAIL and ACCOUNTING_PASSWORD go together: set all or none.',
    )
  }
  const demo = config.DEMO || (await settingOf(db, 'demo', demoSetting)).on === true
  if (!demo) return NOTHING_OUTSIDE

  const file = join(config.dataDir, 'epsilon-simulator.jsonl')
  // the invoices of the demo company were issued before the simulation, and may be taken back by credit notes
  const issued = await db.many<{ mark: string }>(sql`select mark from accounting_documents where mark is not null`)
  const simulator = await startEpsilonSimulator({ ...DEMO_ACCOUNT, file, issuedBefore: issued.map(({ mark }) => mark) })
  const accounting = openEpsilon({
    ...DEMO_ACCOUNT,
    loginUrl: simulator.loginUrl,
    hostSuffix: config.ACCOUNTING_HOST_SUFFIX,
    rules: { vatExemption: DEMO_EXEMPTION, ...rules },
  })
  return { ...NOTHING_OUTSIDE, accounting, close: () => simulator.close() }
}
