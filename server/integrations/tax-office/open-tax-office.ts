/**
 * Opens the gate to the tax office. In demo mode both of its environments are one simulator in this process, which knows the documents
 * that the simulated accounting service has issued.
 */
import { join } from 'node:path'
import { dayOf } from '#kernel/day.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { servicePause } from '../service-pause.ts'
import type { StoredDocument } from '#simulators/epsilon-store.ts'
import { issuedBefore, issuedDocuments, receivedBefore } from '#simulators/issued-documents.ts'
import { startMydataSimulator } from '#simulators/mydata-simulator.ts'
import { openMydata } from './mydata.ts'
import type { TaxOfficeGate } from './tax-office.ts'

/** Not a secret: the simulator listens on loopback only. */
const DEMO_ACCOUNT = { userId: 'demo', key: 'demo' }

/** The most documents on a page of the simulator. */
const PAGE_SIZE = 100

type OpenedGate = { readonly port: TaxOfficeGate; readonly close?: () => Promise<void> }

/** `issued` returns what the simulated accounting service has issued in the demo company. */
export async function openTaxOffice(
  config: Config,
  db: Database,
  demo: boolean,
  issued: () => readonly StoredDocument[] = () => [],
): Promise<OpenedGate> {
  if (demo) {
    const file = join(config.dataDir, 'mydata-simulator.jsonl')
    const before = await issuedBefore(db)
    const documents = () => [...before, ...issuedDocuments(issued())]
    const received = await receivedBefore(db, dayOf(new Date().toISOString()))
    const simulator = await startMydataSimulator({
      ...DEMO_ACCOUNT,
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
    const open = () => openMydata({ ...DEMO_ACCOUNT, address: simulator.url })
    return { port: { demoAccount: DEMO_ACCOUNT, open }, close: () => simulator.close() }
  }
  return {
    port: {
      demoAccount: null,
      open: ({ userId, key }, test) =>
        openMydata({
          userId,
          key,
          address: test ? config.MYDATA_TEST_URL : config.MYDATA_URL,
          pause: servicePause(db, test ? 'mydata-test-pause' : 'mydata-pause', [userId, key], (reason) =>
            console.error(`The tax office refuses the account (${reason}); check it in Settings > Tax documents.`),
          ),
        }),
    },
  }
}
