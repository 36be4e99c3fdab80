/** What differs between the kinds of parties on the server. Everything else is written once. */
import { raw, type Sql } from '#server/db/database.ts'

export type PartyKind = {
  /** The table. It is also the kind of record in topics and in the history, and the feature with the texts of refusals. */
  readonly name: 'customers' | 'providers'
  /** The name of the id in the details of a refusal. */
  readonly idName: 'customerId' | 'providerId'
}

/** The names of all kinds. */
export const PARTY_KINDS: readonly PartyKind['name'][] = ['customers', 'providers']

export const tableOf = ({ name }: Pick<PartyKind, 'name'>): Sql => raw(name)

/** Returns the column that contains the parties of a kind. */
export const partyColumn = ({ name }: Pick<PartyKind, 'name'>): Sql =>
  raw(name === 'customers' ? 'customer_id' : 'provider_id')
