/** Writes the providers of the demo company, with the entry of their history. */
import type { Rows } from '#server/db/database.ts'
import type { People } from '../accounts.ts'
import type { DemoCompany } from '../build.ts'
import { buildProviders, PROVIDERS } from '../providers.ts'
import { insertRows, reserveIds } from './insert-rows.ts'

export async function writeProviders(tx: Rows, { calendar }: DemoCompany, people: People): Promise<void> {
  const providers = buildProviders(calendar, await reserveIds(tx, 'next_party_id()', PROVIDERS))
  await insertRows(
    tx,
    'providers',
    {
      id: 'bigint',
      name: 'text',
      label: 'text',
      tax_office: 'text',
      address: 'text',
      city: 'text',
      postcode: 'text',
      country: 'text',
      lat: 'float8',
      lon: 'float8',
      phone: 'text',
      phone2: 'text',
      start_date: 'date',
      representor: 'text',
      vat: 'text',
      profession: 'text',
      email: 'text',
      tags: 'jsonb',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    providers,
  )
  await insertRows(
    tx,
    'history',
    {
      at: 'timestamptz',
      user_id: 'bigint',
      user_name: 'text',
      command: 'text',
      entity: 'text',
      entity_id: 'bigint',
      changes: 'jsonb',
    },
    providers.map(({ id, name, created_at }) => ({
      ...people('user@kerino.demo'),
      at: created_at,
      command: 'providers.create-provider',
      entity: 'providers',
      entity_id: id,
      changes: { name: [null, name] },
    })),
  )
}
