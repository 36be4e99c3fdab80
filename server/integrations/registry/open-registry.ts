/**
 * Opens the company registry that the environment names. In demo mode it starts a simulator that also contains the
 * customers of the demo company.
 */
import type { Config } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openGsis, PACE } from './gsis.ts'
import type { Opened } from '../ports.ts'
import type { Registry } from './registry.ts'
import { servicePause } from '../service-pause.ts'
import { turnsAt } from '../service-turns.ts'
import { SIMULATED_COMPANIES, type SimulatedCompany } from '#simulators/gsis-companies.ts'
import { startGsisSimulator } from '#simulators/gsis-simulator.ts'

const DEMO_ACCOUNT = { username: 'demo', password: 'demo' }

export async function openRegistry(config: Config, db: Database, demo: boolean): Promise<Opened<Registry> | null> {
  const { REGISTRY_URL: url, REGISTRY_USERNAME: username, REGISTRY_PASSWORD: password } = config
  const calledBy = config.REGISTRY_CALLED_BY
  if (username && password) {
    const pause = servicePause(db, 'registry-pause', [url, username, password, calledBy ?? ''], (reason) =>
      console.error(
        `The company registry refuses to answer (${reason}); check REGISTRY_USERNAME and REGISTRY_PASSWORD.`,
      ),
    )
    const turn = turnsAt(db, 'registry', PACE)
    return { port: openGsis({ url, username, password, calledBy, pause, turn }), url, pause }
  }
  if (!demo) return null
  const companies = [...SIMULATED_COMPANIES, ...(await customersAsCompanies(db))]
  const simulator = await startGsisSimulator({ ...DEMO_ACCOUNT, companies })
  const { url: demoUrl } = simulator
  return { port: openGsis({ ...DEMO_ACCOUNT, url: demoUrl }), url: demoUrl, close: () => simulator.close() }
}

type CustomerRow = {
  readonly vat: string
  readonly name: string
  readonly label: string
  readonly taxOffice: string
  readonly address: string
  readonly postcode: string
  readonly city: string
  readonly profession: string
}

/** Returns a text in capitals without accents, as the registry writes it. */
const capitals = (text: string): string => text.toLocaleUpperCase('el')

async function customersAsCompanies(db: Database): Promise<SimulatedCompany[]> {
  const rows = await db.many<CustomerRow>(sql`
    select vat, name, label, tax_office as "taxOffice", address, postcode, city, profession
    from customers where vat ~ '^[0-9]{9}$' and not system order by id limit 1000`)
  return rows.map((row) => {
    const [, street = row.address, streetNumber = ''] = /^(.*?)\s+(\d+\S*)$/.exec(row.address) ?? []
    return {
      afm: row.vat,
      onomasia: capitals(row.name),
      title: capitals(row.label),
      doy: capitals(row.taxOffice),
      legalStatus: '',
      street: capitals(street),
      streetNumber,
      postcode: row.postcode,
      city: capitals(row.city),
      activities: row.profession === '' ? [] : [['56101100', capitals(row.profession), '1']],
    }
  })
}
