import { sql } from '#server/db/database.ts'
import { afterRestore } from '#server/restoring/restoring.ts'
import { UNDER_WAY } from '../domain/document.ts'
import { SEND_JOB } from './write-document.ts'

/**
 * A document that waited when the backup was made may have been issued since. Its state is unknown, and with an attempt its job asks
 * the service before it sends anything (C-33).
 */
export const unknownDocuments = afterRestore(async ({ tx, now, enqueue }) => {
  const waiting = await tx.many<{ id: number }>(sql`
    update accounting_documents
    set status = 'UNKNOWN', attempts = greatest(attempts, 1), unclear_since = ${now}::timestamptz
    where status = any(${[...UNDER_WAY]}::text[]) returning id`)
  for (const { id } of waiting) await enqueue({ kind: SEND_JOB, payload: { documentId: id }, bulk: true })
})
