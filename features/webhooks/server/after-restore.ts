import { sql } from '#server/db/database.ts'
import { afterRestore } from '#server/restoring/restoring.ts'

/** An event that waited when the backup was made may have reached its receiver since. It is not sent again by itself. */
export const unsentEvents = afterRestore(async ({ tx }) => {
  await tx.run(sql`update webhook_deliveries set status = 'DROPPED' where status = 'WAITING'`)
})
