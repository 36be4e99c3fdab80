/** Numbers that a restore found given out: a document with one of them may be at a service that cannot be asked. */
import { type Rows, type Sql, sql } from '#server/db/database.ts'
import type { StoredDocument } from '../settle-document.ts'

type OfOrder = Pick<StoredDocument, 'orderId' | 'kind'>

/** The next document of the order may have another number: the year, the type or the settings may give it another series. */
const isOf = ({ orderId, kind }: OfOrder): Sql =>
  sql`order_id = ${orderId} and kind = ${kind} and look_first and not issued and voided_at is null`

/** Reports whether a person must look for an earlier document of the order at the service before this one is sent. */
export const isToBeLookedFor = async (rows: Rows, document: OfOrder): Promise<boolean> =>
  (await rows.maybe(sql`select from document_numbers where ${isOf(document)} limit 1`)) !== null

/** Stores that a person looked and found nothing. */
export const storeLook = (tx: Rows, document: OfOrder): Promise<number> =>
  tx.run(sql`update document_numbers set look_first = false where ${isOf(document)}`)
