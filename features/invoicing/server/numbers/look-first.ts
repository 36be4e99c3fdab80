/** Numbers that a restore found given out: a document with one of them may be at a service that cannot be asked. */
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { StoredDocument } from '../settle-document.ts'

type Numbered = Pick<StoredDocument, 'series' | 'year' | 'branch' | 'number'>

const isOf = ({ series, year, branch, number }: Numbered): Sql =>
  sql`series = ${series} and year = ${year} and branch = ${branch} and number = ${number} and look_first`

/** Reports whether a person must look for a document at the service before it is sent. */
export const isToBeLookedFor = async (rows: Rows, document: Numbered): Promise<boolean> =>
  (await rows.maybe(sql`select from document_numbers where ${isOf(document)}`)) !== null

/** Stores that a person looked and found nothing. */
export const storeLook = (tx: Rows, document: Numbered): Promise<number> =>
  tx.run(sql`update document_numbers set look_first = false where ${isOf(document)}`)
