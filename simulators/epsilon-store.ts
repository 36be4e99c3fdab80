/**
 * Stores the documents of the simulated provider. With a file it writes one row of JSON for each document, so that
 * they outlive the process.
 */
import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { uidOf } from '#server/integrations/accounting/mydata-answer.ts'
import type { Fault, SentDocument } from './epsilon-document.ts'

export type StoredDocument = {
  readonly key: string
  readonly processId: string
  readonly at: string
  readonly document: SentDocument
  /** Null if the document was not issued. */
  readonly signing: {
    readonly uid: string
    readonly mark: number
    readonly authenticationCode: string
    readonly qrCode: string
  } | null
  readonly fault: Fault | null
}

export const FIRST_MARK = 400_001_000_000_001

export class EpsilonStore {
  readonly #file: string | null
  readonly #entries: StoredDocument[] = []
  #readBytes = 0

  constructor(file: string | null) {
    this.#file = file
  }

  /** Returns all documents sent so far, including failed ones. Another process may have written to the same file. */
  all(): readonly StoredDocument[] {
    if (this.#file !== null && existsSync(this.#file)) this.#readNew(this.#file)
    return this.#entries
  }

  #readNew(file: string): void {
    const size = statSync(file).size
    if (size <= this.#readBytes) return
    const bytes = Buffer.alloc(size - this.#readBytes)
    const handle = openSync(file, 'r')
    readSync(handle, bytes, 0, bytes.length, this.#readBytes)
    closeSync(handle)
    // a row without its end was cut by a crash, or is being written
    const end = bytes.lastIndexOf(10) + 1
    this.#readBytes += end
    for (const line of bytes.subarray(0, end).toString('utf8').split('\n')) {
      const entry = entryOf(line)
      if (entry) this.#entries.push(entry)
    }
  }

  /** Stores a document: issued with a MARK, or failed with the fault. */
  add(document: SentDocument, fault: Fault | null, at: Date): StoredDocument {
    const issued = this.all().filter((entry) => entry.signing !== null).length
    const entry: StoredDocument = {
      key: document.externalSystemId,
      processId: randomUUID(),
      at: at.toISOString(),
      document,
      signing: fault === null ? sign(document, FIRST_MARK + issued) : null,
      fault,
    }
    if (this.#file === null) this.#entries.push(entry)
    // starts a new row first, because a crash may have left an incomplete row at the end
    else appendFileSync(this.#file, `\n${JSON.stringify(entry)}\n`)
    return entry
  }
}

function entryOf(line: string): StoredDocument | null {
  if (line === '') return null
  try {
    return JSON.parse(line) as StoredDocument
  } catch {
    return null
  }
}

/** Returns what identifies a document at the tax office, beside its MARK. */
export function identityOf({ source: { invoice } }: SentDocument): string {
  const { issuer, invoiceHeader: header } = invoice
  return [issuer.vatNumber, header.issueDate, issuer.branch, header.invoiceType, header.series, header.aa].join('-')
}

function sign(document: SentDocument, mark: number): NonNullable<StoredDocument['signing']> {
  const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
  const { issuer, invoiceHeader: header } = document.source.invoice
  const uid = uidOf({
    issuer: { vat: issuer.vatNumber, branch: issuer.branch },
    day: header.issueDate,
    type: header.invoiceType,
    series: header.series,
    number: header.aa,
  })
  return {
    uid,
    mark,
    authenticationCode: sha1(`${uid}-${mark}`),
    qrCode: `https://epsilondigital.example/DocViewer/${randomUUID()}`,
  }
}
