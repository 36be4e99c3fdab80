/** The terms of payment that the company sets, for parties without their own. */
import { TERMS_FORM, usualDays } from '#features/settings/domain/terms.ts'
import type { Rows } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { PartyKind } from './kind.ts'

/** Returns the days after which parties of a kind pay, unless they have their own. */
export const readUsualDays = async (rows: Rows, kind: PartyKind['name']): Promise<number> =>
  usualDays(await readSettings(rows, TERMS_FORM), kind)
