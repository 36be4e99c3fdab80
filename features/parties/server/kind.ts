/** What differs between the kinds of parties on the server. Everything else is written once. */
import { raw, type Sql } from '#server/db/database.ts'

export type PartyKind = {
  /** The table. It is also the kind of record in topics and in the history, and the feature with the texts of refusals. */
  readonly name: 'customers' | 'providers'
  /** The name of the id in the details of a refusal. */
  readonly idName: 'customerId' | 'providerId'
  /** Returns the condition that some record refers to the party with this id. */
  readonly isUsed: (id: number) => Sql
}

export const tableOf = ({ name }: Pick<PartyKind, 'name'>): Sql => raw(name)
