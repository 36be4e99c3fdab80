/** Stores the files from which invoices are entered, and reads them again. */
import { createHash } from 'node:crypto'
import { readCompany } from '#server/company.ts'
import type { DecimalSign } from '#kernel/money.ts'
import { type Refusal, refusal, refuse, stopOn } from '#kernel/refusal.ts'
import { slowUpload } from '#server/bytes.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import { readFile } from '../../domain/from-file/contract.ts'
import type { FileProblem } from '#kernel/import/file-problem.ts'
import { type FileDocument, MOST_FILE_BYTES, whyNotDocument } from '#features/supplier-files/domain/document.ts'
import { readBeside } from '#features/supplier-files/server/read-beside.ts'
import type { ReadingOptions } from '#features/supplier-files/server/read-file.ts'

/** The most bytes of a request. A larger file than `MOST_FILE_BYTES` is refused with its reason. */
const MOST_SENT = 2 * MOST_FILE_BYTES

/** Returns the refusal of a file: its first problem, with the others in `problems`. */
const refusalOf = (problems: readonly FileProblem[]): Refusal | null => {
  const [first] = problems
  return first === undefined
    ? null
    : refusal('refused', `purchases.file.${first.code}`, { ...first.details, line: first.line, problems })
}

/** Returns the document in a file, which a thread reads, because that takes seconds. Refuses a file that is no invoice. */
async function readDocument(content: Buffer, options: ReadingOptions): Promise<FileDocument> {
  const { document, problems } = await readBeside({ content, ...options })
  if (!problems) return document
  stopOn(refusalOf(problems))
  return refuse('refused', 'purchases.file.document')
}

/** Refuses a document that is no invoice for this company. */
async function demandForCompany(rows: Rows, document: FileDocument): Promise<void> {
  stopOn(refusalOf(whyNotDocument(document, (await readCompany(rows)).vat)))
}

export const uploadInvoiceFile = slowUpload(readFile, MOST_SENT, storeInvoiceFile)

/**
 * Stores a file. The same file keeps its id. It is refused if an invoice was entered from it, unless that one was cancelled. With `notes` it
 * may be a delivery note.
 */
export async function storeInvoiceFile(
  { keep }: Pick<Reach, 'keep'>,
  { name, decimalSign = null, notes = false }: { readonly name: string } & ReadingOptions,
  content: Buffer,
): Promise<{ id: number }> {
  const document = await readDocument(content, { decimalSign, notes })
  const hash = createHash('sha256').update(content).digest('hex')
  return keep(async ({ tx, actor, now }) => {
    await demandForCompany(tx, document)
    const known = await tx.maybe<{ id: number }>(sql`select id from purchase_files where hash = ${hash} for update`)
    if (known) refuseUsed(await getFile(tx, known.id))
    return tx.one<{ id: number }>(sql`
      insert into purchase_files (hash, name, form, decimal_sign, byte_count, content, document, user_id, user_name, created_at)
      values (${hash}, ${name}, ${document.form}, ${decimalSign}, ${content.length}, ${content}, ${JSON.stringify(document)},
        ${actor.userId}::bigint, ${actor.name}, ${now}::timestamptz)
      on conflict (hash) do update set name = excluded.name, decimal_sign = excluded.decimal_sign, content = excluded.content,
        document = excluded.document, user_id = excluded.user_id, user_name = excluded.user_name, created_at = excluded.created_at
      returning id`)
  })
}

/** Files from which no invoice was entered. */
export const unusedInvoiceFiles: Retention = {
  name: 'purchase-files',
  days: 30,
  leastDays: 1,
  forget: forgetRows(
    sql`delete from purchase_files`,
    (before) => sql`from purchase_files where invoice_id is null and created_at < ${before}`,
    { order: 'created_at' },
  ),
}

export type StoredFile = {
  readonly id: number
  readonly name: string
  readonly form: FileDocument['form']
  /** The decimal sign that a person chose. */
  readonly decimalSign: DecimalSign | null
  readonly uploaded: string
  readonly userName: string
  /** Null if only the note of the invoice still has it. */
  readonly content: Buffer | null
  /** The document as JSON; null if `content` is, and for a file that was stored before documents were. */
  readonly document: string | null
  /** The invoice that was entered from the file. */
  readonly invoice: { readonly id: number; readonly number: string; readonly canceled: boolean } | null
}

/** Refuses a file from which an invoice was entered, unless that one was cancelled. */
export function refuseUsed({ invoice }: StoredFile): void {
  if (invoice && !invoice.canceled)
    refuse('conflict', 'purchases.file.used', {
      invoiceId: invoice.id,
      number: invoice.number,
      records: [{ name: invoice.number, to: `/invoice-detail/${invoice.id}` }],
    })
}

/** Returns a stored file, locked until the commit if `lock` is true. Refuses one that was deleted. */
export async function getFile(rows: Rows, id: number, { lock = false } = {}): Promise<StoredFile> {
  const file = await rows.maybe<Omit<StoredFile, 'invoice'> & { invoiceId: number | null }>(sql`
    select id, name, form, decimal_sign as "decimalSign", created_at as uploaded, user_name as "userName", content, document, invoice_id as "invoiceId"
    from purchase_files where id = ${id} ${lock ? sql`for update` : sql``}`)
  if (!file) return refuse('missing', 'purchases.file.gone')
  const { invoiceId, ...stored } = file
  const invoice =
    invoiceId === null
      ? null
      : await rows.one<NonNullable<StoredFile['invoice']>>(
          sql`select id, number, state = 'CANCELED' as canceled from inbound_invoices where id = ${invoiceId}`,
        )
  return { ...stored, invoice }
}

/** Returns the document of a stored file. Refuses one from which an invoice was entered, whose content only its note has. */
export async function documentOf(rows: Rows, file: StoredFile): Promise<FileDocument> {
  refuseUsed(file)
  if (file.content === null) return refuse('missing', 'purchases.file.gone')
  const document =
    file.document === null
      ? await readDocument(file.content, { decimalSign: file.decimalSign, notes: file.form === 'note' })
      : (JSON.parse(file.document) as FileDocument)
  await demandForCompany(rows, document)
  return document
}
