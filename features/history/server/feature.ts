/** Declares what the feature history adds to the server. */
import { HISTORY_TOPIC } from '#kernel/history/security-events.ts'
import type { DeclaredEntity } from '#server/entities.ts'
import { type Feature, feature } from '#server/feature.ts'
import { listChanges } from '../domain/contract.ts'
import { changesRights } from '../domain/rights.ts'
import { changesOfCommandQuery, countChangesQuery, listChangesQuery, securityEventQuery } from './queries.ts'

/** The manifest of the history browser, which links records of these kinds. */
export const history = (entities: readonly DeclaredEntity[]): Feature =>
  feature({
    name: 'history',
    rights: changesRights,
    notifiedOf: { [HISTORY_TOPIC]: changesRights.browse },
    queries: [
      listChangesQuery(entities),
      countChangesQuery(entities),
      changesOfCommandQuery(entities),
      securityEventQuery(entities),
    ],
    lists: [{ name: 'history', list: listChanges, page: '/history', columns: ['what'] }],
  })
