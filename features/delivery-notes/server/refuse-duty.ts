/** Refuses the duty of delivery notes while the settings that notes need are not complete. */
import { readCompany } from '#server/company.ts'
import { whyNoAccounting } from '#features/invoicing/server/write-document.ts'
import { splitAddress } from '#features/invoicing/domain/tax/split-address.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'
import type { SettingValues } from '#kernel/settings/form.ts'
import { HOME } from '#kernel/tax/country.ts'
import { isVatOf } from '#kernel/tax/vat-of-country.ts'
import type { Rows } from '#server/db/database.ts'

export async function refuseDuty(rows: Rows, after: SettingValues, before: SettingValues): Promise<Refusal | null> {
  if (after['fromDay'] === '' || after['fromDay'] === before['fromDay']) return null
  const { vat, address } = await readCompany(rows)
  const { postcode, city } = splitAddress(address)
  if (!isVatOf(HOME, vat) || postcode === '' || city === '') return refusal('refused', 'movement.company-incomplete')
  return (await whyNoAccounting(rows)) === null ? null : refusal('refused', 'movement.no-way')
}
