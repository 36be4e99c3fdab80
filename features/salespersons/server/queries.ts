import { keptQuery } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { type SalespersonOption, salespersonOptions } from '../domain/contract.ts'

export const salespersonOptionsQuery = keptQuery(salespersonOptions, async ({ rows }) => ({
  rows: await rows.many<SalespersonOption>(sql`
    select id, name, surname, first_discount_bp as "firstDiscount", normal_discount_bp as "normalDiscount"
    from salespersons order by surname collate "und-x-icu", name collate "und-x-icu", id`),
}))
