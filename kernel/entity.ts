/** A kind of record, for history, notes, mails, live updates and the search. The feature that owns it declares it. */
import type { Right } from './rights.ts'

export type Entity = {
  /** The name in topics and in the database: `orders`. */
  readonly name: string
  /** The right to read such records, and with them their notes, mails and history. */
  readonly read: Right
  /** The right to change such records and to send mails about them. */
  readonly write: Right
  /** The page of one record, by its registered path: `/order-detail/$id`. */
  readonly page: string
}

/** Returns the address of the page of one record. */
export const addressOf = ({ page }: Pick<Entity, 'page'>, id: number): string => page.replace('$id', String(id))
