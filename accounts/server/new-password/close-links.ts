import { type Rows, sql } from '#server/db/database.ts'

/** Closes the links of an account that can still be used. */
export const closeLinks = (tx: Rows, userId: number): Promise<number> =>
  tx.run(sql`update account_links set used_at = now() where user_id = ${userId} and used_at is null`)
