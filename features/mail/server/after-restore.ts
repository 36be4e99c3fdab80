import { afterRestore } from '#server/restoring/restoring.ts'
import { sql } from '#server/db/database.ts'

/** A mail that waited when the backup was made may have been sent since. A person looks at it before it is sent again. */
export const unsureMails = afterRestore(async ({ tx }) => {
  await tx.run(sql`
    update mail_recipients set status = 'UNSURE'
    where status = 'WAITING' and mail_id in (select id from mails where status = 'WAITING')`)
  await tx.run(sql`
    update mails set status = 'UNSURE', lease_owner = null, lease_until = null where status = 'WAITING'`)
})
