/** Attaches the file from which an invoice was entered to the invoice. */
import { attachFile } from '#features/notes/server/attach-file.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { invoicesEntity } from '#features/buying/domain/entity.ts'
import { getFile, refuseUsed } from './stored-file.ts'

/**
 * Makes a stored file the file of an invoice, as a note. Refuses a file from which another invoice was entered, unless that one was
 * cancelled.
 */
export async function attachInvoiceFile(work: Work, fileId: number, invoiceId: number): Promise<void> {
  const file = await getFile(work.tx, fileId, { lock: true })
  refuseUsed(file)
  const { name, content } = file
  if (content === null) return refuse('missing', 'purchases.file.gone')
  await attachFile(work, { entity: invoicesEntity.name, entityId: invoiceId, name, content })
  await work.tx.run(
    sql`update purchase_files set invoice_id = ${invoiceId}, content = null, document = null where id = ${fileId}`,
  )
}
