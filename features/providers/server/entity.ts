/** Providers as notes, mails and the search read them. */
import { findParties } from '#features/parties/server/entity.ts'
import { IS_LISTED } from '#features/parties/server/listed.ts'
import { sql } from '#server/db/database.ts'
import type { CarryingEntity, SearchedKind } from '#server/entities.ts'
import { providersEntity } from '../domain/entity.ts'
import { providerKind } from './provider-kind.ts'

export const storedProviders: CarryingEntity = {
  ...providersEntity,
  // The placeholder is hidden from people (C-14).
  there: (id) => sql`select id from providers where id = ${id} and ${IS_LISTED}`,
}

export const searchedProviders: SearchedKind = { ...providersEntity, find: findParties(providerKind) }
