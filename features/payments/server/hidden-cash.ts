/** From whom the company hides what the till should hold, until they have counted it. */
import type { Day } from '#kernel/day.ts'
import { type Holder, may } from '#kernel/rights.ts'
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import type { PaymentType } from '../domain/payment.ts'
import { TILL_FORM, TILL_SETTINGS, tillSteps } from '../domain/till-settings.ts'
import { readClosedUntil } from './till.ts'

/** Reports whether the expected amount is hidden from a person. People who may reopen a day always see it. */
export async function hidesExpected(rows: Rows, actor: Holder): Promise<boolean> {
  const values = await readSettings(rows, { name: TILL_FORM, settings: TILL_SETTINGS })
  return values.hidesExpected && !may(actor, tillSteps.reopen)
}

/** Before every payment. */
const BEGINNING = '1900-01-01' as Day

/**
 * Returns the last day whose cash is in the sums that a person may see; null if nothing is hidden from them. A sum of the cash
 * of days that are still open would tell what the till should hold. Single payments stay visible.
 */
export async function lastDayOfShownCash(rows: Rows, actor: Holder): Promise<Day | null> {
  return (await hidesExpected(rows, actor)) ? ((await readClosedUntil(rows)) ?? BEGINNING) : null
}

/** Returns the condition that leaves out the cash of later days than `last`. `cash` says what is cash, and `day` its day. */
export const withoutLaterCash = (last: Day | null, cash: Sql, day: Sql): Sql =>
  last === null ? sql`true` : sql`not (${cash} and ${day} > ${last}::date)`

/** Reports whether a sum until `to` leaves out the cash of open days. `last` is the last day whose cash is shown, or null. */
export const leavesOutCash = (last: Day | null, to: Day | undefined): boolean =>
  last !== null && (to === undefined || to > last)

type Filters = { readonly type?: readonly PaymentType[] | undefined; readonly dateTo?: Day | undefined }

/** Reports whether the sum of a list of payments is hidden from a person, because it may contain the cash of open days. */
export const hidesSumOf = async (rows: Rows, actor: Holder, { type, dateTo }: Filters): Promise<boolean> =>
  (type === undefined || type.includes('CASH')) && leavesOutCash(await lastDayOfShownCash(rows, actor), dateTo)
