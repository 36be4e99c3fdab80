/** The rules of `dueDayOf` and `daysLate` for SQL, and the terms of payment that the company sets. */
import { TERMS_FORM, usualDays } from '#features/settings/domain/terms.ts'
import type { Day } from '#kernel/day.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { PartyKind } from './kind.ts'

/** The day on which a charge of `day` is due. `own` has the days of the party, or null; `usual` are those of the company. */
export const dueDay = (day: Sql, own: Sql, usual: number): Sql => sql`(${day} + coalesce(${own}, ${usual}::int))`

/** By how many days a charge that is due on `due` is late; not above 0 if it is not. */
export const lateOn = (due: Sql, today: Day): Sql => sql`(${today}::date - ${due})`

/** Returns the days after which parties of a kind pay, unless they have their own. */
export const readUsualDays = async (rows: Rows, kind: PartyKind['name']): Promise<number> =>
  usualDays(await readSettings(rows, TERMS_FORM), kind)
