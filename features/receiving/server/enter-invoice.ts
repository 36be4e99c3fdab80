/** Makes a note the file of a supplier invoice, so that its lines are matched as those of every other file. */
import { storeInvoiceFile } from '#features/supplier-invoices/server/from-file/stored-file.ts'
import { refuse, stopOn } from '#kernel/refusal.ts'
import { forbidden, may } from '#kernel/rights.ts'
import type { NoteState } from '#kernel/tax/delivery-note.ts'
import { lookup } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { invoiceOfNote } from '../domain/contract.ts'
import { whyNoInvoice } from '../domain/received-note.ts'
import { receivingRights } from '../domain/rights.ts'
import { NUMBER } from './queries.ts'

export const enterInvoiceLookup = lookup(invoiceOfNote, async (reach, { id }) => {
  if (!may(reach.actor, receivingRights.read)) stopOn(forbidden(receivingRights.read))
  const note = await reach.rows.maybe<{ number: string; state: NoteState | null; file: string }>(
    sql`select ${NUMBER} as number, n.state, n.file from received_notes n where n.id = ${id}`,
  )
  if (!note) return refuse('missing', 'receiving.no-note')
  stopOn(whyNoInvoice(note.state))
  const { id: fileId } = await storeInvoiceFile(
    reach,
    { name: `${note.number}.xml`, notes: true },
    Buffer.from(note.file),
  )
  return { fileId }
})
