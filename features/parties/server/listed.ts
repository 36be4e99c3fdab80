import { type Sql, sql } from '#server/db/database.ts'

/**
 * The condition on rows of customers or providers that people can choose: neither placeholders of external programs (C-14) nor
 * records that were merged into another one.
 */
export const IS_LISTED: Sql = sql`not system and merged_into is null`
