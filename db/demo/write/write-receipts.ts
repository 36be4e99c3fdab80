/** Writes what has come of orders at providers: one in part, one as a whole with the provider's paper. */
import { createInvoice } from '#features/purchases/domain/contract.ts'
import { createInvoiceCommand } from '#features/purchases/server/create-invoice.ts'
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

export type Receipt = {
  readonly orderId: number
  readonly providerId: number
  readonly productId: number
  readonly quantity: Quantity
  readonly number: string
}

/** Books an inbound invoice for the first line of an order, at the price of the catalogue. Returns its id. */
export async function receive(
  work: Work,
  { orderId, providerId, productId, quantity, number }: Receipt,
): Promise<number> {
  const { price } = await work.tx.one<{ price: number }>(
    sql`select cost_price_e4 as price from products where id = ${productId}`,
  )
  const request = { id: orderId, lineNo: 1 }
  const input = { providerId, refcode: '24.00.01', number, lines: [{ productId, quantity, price, request }] }
  return (await createInvoiceCommand.act(work, createInvoice.input.parse(input))).id
}

/** Adds a PDF file with the number of the invoice, as the provider sent it. */
export async function attachPaper({ tx, now }: Work, invoiceId: number, number: string): Promise<void> {
  const paper = pdfOf(`Delivery note and invoice ${invoiceId}`)
  const note = await tx.one<{ id: number }>(sql`
    insert into notes (entity, entity_id, body, user_name, created_at)
    values ('invoices', ${invoiceId}, 'Το παραστατικό του προμηθευτή', 'Μαρία', ${now}::timestamptz) returning id`)
  await tx.run(sql`
    insert into files (note_id, name, media_type, byte_count, content, created_at)
    values (${note.id}, ${`${number}.pdf`}, 'application/pdf', ${paper.length}, ${paper}, ${now}::timestamptz)`)
}

/** Returns a PDF file of one A5 page with one line of Latin text. */
function pdfOf(text: string): Buffer {
  const drawn = `BT /F1 14 Tf 40 540 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(place).padStart(10, '0')
  })
  const start = file.length
  const rows = ['0000000000 65535 f ', ...places.map((place) => `${place} 00000 n `)].join('\n')
  file += `xref\n0 ${objects.length + 1}\n${rows}\ntrailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
