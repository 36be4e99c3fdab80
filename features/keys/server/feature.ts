/** Declares what the feature keys adds to the server. */
import { feature } from '#server/feature.ts'
import { listKeys } from '../domain/contract.ts'
import { keysRights } from '../domain/rights.ts'
import { createKeyLookup, revokeKeyCommand } from './create-key.ts'
import { derived } from './derived.ts'
import { countKeysQuery, getKeyQuery, keyHistoryQuery, listKeysQuery } from './queries.ts'
import { owns } from './tables.ts'

export const keys = feature({
  name: 'keys',
  owns,
  derived,
  rights: keysRights,
  entities: [{ name: 'keys', read: keysRights.write, tables: owns }],
  commands: [revokeKeyCommand],
  queries: [listKeysQuery, countKeysQuery, getKeyQuery, keyHistoryQuery],
  lists: [{ name: 'keys', list: listKeys, page: '/keys' }],
  lookups: [createKeyLookup],
})
