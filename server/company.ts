/** Reads and stores the data of the company, its logo, and its shipping lists. Papers, tax documents, mails and routes use them. */
import { type Rows, sql } from '#server/db/database.ts'
import { z } from 'zod'
import { storedValues } from '#kernel/settings/form.ts'
import { readSettings, readStored } from '#server/settings.ts'
import { type Company, COMPANY_SETTINGS, SHIPPING_SETTINGS, type ShippingLists } from '#kernel/settings/company.ts'

/** The name of the row of the logo. It is no setting of the form, so that the data API and histories do not repeat the picture. */
export const COMPANY_LOGO = 'company-logo'

const zLogo = z.object({ logo: z.string() })
const zPlaced = z.object({ place: z.tuple([z.number(), z.number()]).nullable() })

/** Returns the company data for papers and routes. */
export async function readCompany(tx: Rows): Promise<Company> {
  return companyOf(await readStored(tx, 'company'))
}

const companyOf = (stored: unknown): Company => ({
  ...storedValues(COMPANY_SETTINGS, stored),
  place: zPlaced.safeParse(stored).data?.place ?? null,
})

/** Returns the logo of the letterhead as a `data:` URL; null if the company has none. */
export const readLogo = async (rows: Rows): Promise<string | null> =>
  zLogo.safeParse(await readStored(rows, COMPANY_LOGO)).data?.logo ?? null

/** Returns the company data with what it sets for shipping. One statement reads both. */
export async function readCompanyAndShipping(tx: Rows): Promise<Company & ShippingLists> {
  const rows = await tx.many<{ name: string; value: unknown }>(
    sql`select name, value from settings where name in ('company', 'shipping')`,
  )
  const stored = new Map(rows.map(({ name, value }) => [name, value]))
  return { ...companyOf(stored.get('company')), ...storedValues(SHIPPING_SETTINGS, stored.get('shipping')) }
}

export async function saveCompany(tx: Rows, company: Partial<Company>): Promise<void> {
  await saveSetting(tx, 'company', { ...(await readCompany(tx)), ...company })
}

/** Returns the drivers without an account, the vehicles (C-31), and how long a stop takes. */
export async function readShippingLists(tx: Rows): Promise<ShippingLists> {
  return readSettings(tx, { name: 'shipping', settings: SHIPPING_SETTINGS })
}

/** Deletes what is stored under a name. */
export const forgetSetting = (tx: Rows, name: string): Promise<number> =>
  tx.run(sql`delete from settings where name = ${name}`)

export async function saveSetting(tx: Rows, name: string, value: object | string): Promise<void> {
  await tx.run(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now()`)
}
