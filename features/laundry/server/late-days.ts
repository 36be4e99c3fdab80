/** Reads after how many days lent items count as missing too long. No other file reads this setting. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { query } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import { lentRule } from '../domain/contract.ts'
import { LENT_FORM } from '../domain/settings.ts'

export const lentForm: DeclaredForm = { ...LENT_FORM, right: settingsRights.write }

/** Returns the days after which items at a customer are missing too long. */
export const readLateDays = async (rows: Rows): Promise<number> => (await readSettings(rows, LENT_FORM)).lateDays

export const lentRuleQuery = query(lentRule, async ({ rows }) => ({ lateDays: await readLateDays(rows) }))
