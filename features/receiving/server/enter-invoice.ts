/** Makes a note the file of a supplier invoice, so that its lines are matched as those of every other file. */
import { keepInvoiceFile } from '#features/purchases/server/from-file/stored-file.ts'
import { refuse } from '#kernel/refusal.ts'
import { lookup } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { invoiceOfNote } from '../domain/contract.ts'

export const enterInvoiceLookup = lookup(invoiceOfNote, async (reach, { id }) => {
  const note = await reach.rows.maybe<{ series: string; number: string; file: string }>(
    sql`select series, number, file from received_notes where id = ${id}`,
  )
  if (!note) return refuse('missing', 'receiving.no-note')
  const name = `${[note.series, note.number].filter((part) => part !== '' && part !== '0').join('-')}.xml`
  const { id: fileId } = await keepInvoiceFile(reach, { name, notes: true }, Buffer.from(note.file))
  return { fileId }
})
