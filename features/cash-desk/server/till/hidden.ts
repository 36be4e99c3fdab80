/** From whom the company hides what the till should hold, until they have counted it. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { may } from '#kernel/rights.ts'
import type { Actor } from '#server/command.ts'
import type { Rows } from '#server/db/database.ts'
import { type DeclaredForm, readSettings } from '#server/settings.ts'
import { cashDeskRights } from '../../domain/rights.ts'
import { TILL_SETTINGS } from '../../domain/settings.ts'

export const tillForm: DeclaredForm = { id: 37, name: 'till', right: settingsRights.write, settings: TILL_SETTINGS }

/** Reports whether the expected amount is hidden from a person. People who may reopen a day always see it. */
export async function hidesExpected(rows: Rows, actor: Actor): Promise<boolean> {
  const values = await readSettings(rows, { name: tillForm.name, settings: TILL_SETTINGS })
  return values.hidesExpected && !may(actor, cashDeskRights.reopen)
}
