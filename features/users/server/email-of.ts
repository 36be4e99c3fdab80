import { type Rows, sql } from '#server/db/database.ts'

/** Returns the e-mail of an account; an empty text if there is none. */
export async function emailOf(rows: Rows, userId: number | null): Promise<string> {
  const row = await rows.maybe<{ email: string }>(sql`select email from users where id = ${userId}::bigint`)
  return row?.email ?? ''
}
