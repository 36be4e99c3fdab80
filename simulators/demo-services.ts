/** The outside services of the demo company: simulators in this process. */
import { join } from 'node:path'
import { dayOf } from '#kernel/day.ts'
import { type Database, sql } from '#server/db/database.ts'
import type { Config } from '#server/config.ts'
import { accountingRules, type OpenedAccounting } from '#server/integrations/accounting/open-accounting.ts'
import { openEpsilonSmart } from '#server/integrations/accounting/epsilon-smart.ts'
import { openEpsilon } from '#server/integrations/accounting/epsilon.ts'
import { openNominatim } from '#server/integrations/places/nominatim.ts'
import { userAgentOf } from '#server/integrations/places/open-places.ts'
import type { Simulate } from '#server/integrations/simulated.ts'
import { openMydata } from '#server/integrations/tax-office/mydata.ts'
import type { OpenedGate } from '#server/integrations/tax-office/open-tax-office.ts'
import { openVies } from '#server/integrations/vies/vies.ts'
import { openDemoRegistry } from './demo-registry.ts'
import { startEpsilonSimulator } from './epsilon-simulator.ts'
import type { StoredDocument } from './epsilon-store.ts'
import { issuedBefore, issuedDocuments, receivedBefore } from './issued-documents.ts'
import { startMydataSimulator } from './mydata-simulator.ts'
import { startNominatimSimulator } from './nominatim-simulator.ts'
import { startViesSimulator } from './vies-simulator.ts'

/** Not secrets: the simulators listen on loopback only and hold invented documents. */
const ACCOUNTING_ACCOUNT = { subscriptionKey: 'demo', email: 'demo@kerino.example', password: 'demo' }
const TAX_ACCOUNT = { userId: 'demo', key: 'demo' }

/** The most documents on a page of the simulated tax office. */
const PAGE_SIZE = 100

export const simulateServices: Simulate = (config, db) => {
  /** What the simulated accounting service has issued; nothing if the environment names another one. */
  let issued: () => readonly StoredDocument[] = () => []
  const hostSuffix = config.ACCOUNTING_HOST_SUFFIX
  return {
    accounting: async () => {
      const simulator = await startAccounting(config, db)
      issued = () => simulator.documents()
      return openedAt(simulator, hostSuffix, db)
    },
    // a second simulator, which keeps nothing
    testAccounting: async () => {
      const simulator = await startEpsilonSimulator(ACCOUNTING_ACCOUNT)
      const { loginUrl: url } = simulator
      const port = openEpsilon({ ...ACCOUNTING_ACCOUNT, loginUrl: url, hostSuffix })
      return { port, url, close: () => simulator.close() }
    },
    taxOffice: () => openDemoTaxOffice(config, db, () => issued()),
    registry: () => openDemoRegistry(db),
    vies: async () => {
      const simulator = await startViesSimulator()
      const { url } = simulator
      return { port: openVies({ url }), url, close: () => simulator.close() }
    },
    places: async () => {
      const simulator = await startNominatimSimulator()
      const { url } = simulator
      return { port: openNominatim({ url, userAgent: userAgentOf(config) }), url, close: () => simulator.close() }
    },
  }
}

type Simulator = Awaited<ReturnType<typeof startEpsilonSimulator>>

/** Starts the simulated accounting service, which keeps its documents across restarts. */
async function startAccounting(config: Config, db: Database): Promise<Simulator> {
  const file = join(config.dataDir, 'epsilon-simulator.jsonl')
  // the invoices of the demo company are older than the simulator, and credit notes may cancel them
  const before = await db.many<{ mark: string }>(sql`select mark from accounting_documents where mark is not null`)
  return startEpsilonSimulator({ ...ACCOUNTING_ACCOUNT, file, issuedBefore: before.map(({ mark }) => mark) })
}

async function openedAt(simulator: Simulator, hostSuffix: string, db: Database): Promise<OpenedAccounting> {
  const { rules, smart } = await accountingRules(db)
  const { loginUrl } = simulator
  const port = openEpsilon({ ...ACCOUNTING_ACCOUNT, loginUrl, hostSuffix, rules })
  return {
    port,
    smart: openEpsilonSmart({ ...ACCOUNTING_ACCOUNT, loginUrl, hostSuffix, rules: smart }),
    url: loginUrl,
    close: () => simulator.close(),
    signIn: () => port.signIn(),
  }
}

/** Opens the simulated tax office. Both of its environments are one simulator. */
async function openDemoTaxOffice(
  config: Config,
  db: Database,
  issued: () => readonly StoredDocument[],
): Promise<OpenedGate> {
  const file = join(config.dataDir, 'mydata-simulator.jsonl')
  const before = await issuedBefore(db)
  const documents = () => [...before, ...issuedDocuments(issued())]
  const received = await receivedBefore(db, dayOf(new Date().toISOString()))
  const simulator = await startMydataSimulator({
    ...TAX_ACCOUNT,
    documents,
    received: () => received,
    file,
    pageSize: PAGE_SIZE,
  })
  // all but the newest note are on their way
  const known = new Set(simulator.events().map(({ noteMark }) => noteMark))
  for (const { mark, issuerVat } of received.slice(0, -1))
    if (!known.has(mark))
      simulator.takeFrom({ noteMark: mark, type: 'RegisterTransfer', actorVat: issuerVat, carrierVat: issuerVat })
  const open = () => openMydata({ ...TAX_ACCOUNT, address: simulator.url })
  return { port: { demoAccount: TAX_ACCOUNT, open }, close: () => simulator.close() }
}
