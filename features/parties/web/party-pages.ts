import type { Entity } from '#kernel/entity.ts'
import type { PartyContracts } from '../domain/contract.ts'

/** What differs between the pages of customers and of providers. Everything else is written once. */
export type PartyPages = {
  /** The feature: the namespace of its texts (`title.list`, `said.created` …), and the kind of record in topics. */
  readonly feature: string
  /** The name of the id in a refusal. */
  readonly idName: 'customerId' | 'providerId'
  readonly contracts: PartyContracts
  readonly entity: Entity
  /** The address of the list, to which the forms lead. */
  readonly list: string
  /** The address of the form for a new one. */
  readonly createPage: string
  /** The page that merges two of them. It need not exist. */
  readonly mergePage: string
}
