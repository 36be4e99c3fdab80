/** The company registry of the demo company: it contains its customers too. */
import { type Database, sql } from '#server/db/database.ts'
import { openGsis } from '#server/integrations/registry/gsis.ts'
import type { Opened } from '#server/integrations/ports.ts'
import type { Registry } from '#server/integrations/registry/registry.ts'
import { SIMULATED_COMPANIES, type SimulatedCompany } from './gsis-companies.ts'
import { startGsisSimulator } from './gsis-simulator.ts'

const DEMO_ACCOUNT = { username: 'demo', password: 'demo' }

export async function openDemoRegistry(db: Database): Promise<Opened<Registry>> {
  const companies = [...SIMULATED_COMPANIES, ...(await customersAsCompanies(db))]
  const simulator = await startGsisSimulator({ ...DEMO_ACCOUNT, companies })
  const { url } = simulator
  return { port: openGsis({ ...DEMO_ACCOUNT, url }), url, close: () => simulator.close() }
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
