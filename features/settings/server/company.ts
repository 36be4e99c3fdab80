import { type Rows, sql } from '#server/db/database.ts'
import { z } from 'zod'
import { storedValues } from '#kernel/settings/form.ts'
import { readSettings, readStored } from '#server/settings.ts'
import { type Company, COMPANY_SETTINGS, SHIPPING_SETTINGS, type ShippingLists } from '../domain/company.ts'

const zPlaced = z.object({ place: z.tuple([z.number(), z.number()]).nullable() })

/** Returns the company data for papers and routes. */
export async function readCompany(tx: Rows): Promise<Company> {
  const stored = await readStored(tx, 'company')
  return { ...storedValues(COMPANY_SETTINGS, stored), place: zPlaced.safeParse(stored).data?.place ?? null }
}

export async function saveCompany(tx: Rows, company: Partial<Company>): Promise<void> {
  await saveSetting(tx, 'company', { ...(await readCompany(tx)), ...company })
}

/** Returns the drivers without an account and the vehicles (C-31). */
export async function readShippingLists(tx: Rows): Promise<ShippingLists> {
  return readSettings(tx, { name: 'shipping', settings: SHIPPING_SETTINGS })
}

export async function saveSetting(tx: Rows, name: string, value: object | string): Promise<void> {
  await tx.run(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now()`)
}
