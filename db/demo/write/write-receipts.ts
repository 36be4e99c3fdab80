/** Writes what has come of orders at providers, from the invoices that are booked already, and the paper of one invoice. */
import type { Quantity } from '#kernel/money.ts'
import type { Work } from '#server/command.ts'
import { sql } from '#server/db/database.ts'

/** A line of a booked invoice. */
export type Delivered = { readonly invoiceId: number; readonly lineNo: number; readonly quantity: Quantity }

/** Returns what the provider delivered last of a product. */
export const lastDelivery = (
  { tx }: Work,
  { providerId, productId }: { readonly providerId: number; readonly productId: number },
): Promise<Delivered> =>
  tx.one<Delivered>(sql`
    select l.invoice_id as "invoiceId", l.line_no as "lineNo", l.quantity_e4 as quantity
    from inbound_invoice_lines l join booked_invoices b on b.id = l.invoice_id
    where l.product_id = ${productId} and b.provider_id = ${providerId} order by b.import_date desc, b.id desc limit 1`)

/** Links a delivery to the only line of an order. With `isWhole` nothing more is expected of the order. */
export async function receive(
  { tx }: Work,
  orderId: number,
  { invoiceId, lineNo, quantity }: Delivered,
  isWhole: boolean,
): Promise<void> {
  await tx.run(sql`
    update inbound_invoice_lines set request_id = ${orderId}, request_line_no = 1
    where invoice_id = ${invoiceId} and line_no = ${lineNo}`)
  await tx.run(sql`
    update inbound_invoice_lines set received_e4 = ${quantity}, waiting = case when ${isWhole}::boolean then null else waiting end
    where invoice_id = ${orderId}`)
  await tx.run(sql`
    update inbound_invoices set state = ${isWhole ? 'RECEIVED' : 'PART-RECEIVED'} where id = ${orderId}`)
}

/** Adds a PDF file with the number of the invoice, as the provider sent it. */
export async function attachPaper({ tx, now }: Work, invoiceId: number): Promise<void> {
  const { number } = await tx.one<{ number: string }>(sql`select number from inbound_invoices where id = ${invoiceId}`)
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
