/** Customers as notes, mails and the search read them. */
import { findParties } from '#features/parties/server/entity.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { sql } from '#server/db/database.ts'
import type { CarryingEntity, SearchedKind } from '#server/entities.ts'
import { customersEntity } from '../domain/entity.ts'
import { customerKind } from './customer-kind.ts'

export const storedCustomers: CarryingEntity = {
  ...customersEntity,
  // Placeholder records are hidden from people (C-14).
  there: (id) => sql`select id from customers where id = ${id} and ${IS_LISTED}`,
}

export const searchedCustomers: SearchedKind = { ...customersEntity, find: findParties(customerKind) }
