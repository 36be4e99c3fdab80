/** Tells which accounts must have a second factor. */
import { type Sql, sql } from '#server/db/database.ts'
import { SIGN_IN_FORM } from '../../domain/sign-in-form.ts'

/** Selects whether the account `u` must set up a second factor before it may do anything else. */
export const factorDemanded: Sql = sql`(u.role = 'admin' and u.factor_since is null and exists (
  select from settings where name = ${SIGN_IN_FORM.name} and value->>'administratorsNeedFactor' = 'true'))`
