import { type Rows, sql } from '#server/db/database.ts'
import type { Company, ShippingLists } from '../domain/company.ts'
import { EMPTY_COMPANY, SAMPLE_SHIPPING_LISTS } from '../domain/company.ts'

/** Returns the company data for papers and routes. */
export async function readCompany(tx: Rows): Promise<Company> {
  const row = await tx.maybe<{ value: Partial<Company> }>(sql`select value from settings where name = 'company'`)
  return { ...EMPTY_COMPANY, ...row?.value }
}

export async function saveCompany(tx: Rows, company: Partial<Company>): Promise<void> {
  await saveSetting(tx, 'company', { ...(await readCompany(tx)), ...company })
}

/** Returns the drivers without an account and the vehicles (C-31). */
export async function readShippingLists(tx: Rows): Promise<ShippingLists> {
  const row = await tx.maybe<{ value: Partial<ShippingLists> }>(sql`select value from settings where name = 'shipping'`)
  return { ...SAMPLE_SHIPPING_LISTS, ...row?.value }
}

export async function saveSetting(tx: Rows, name: string, value: object | string): Promise<void> {
  await tx.run(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now()`)
}
