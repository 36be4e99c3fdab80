/** Declares what the feature views adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import { viewsRights } from '../domain/rights.ts'
import { changeViewCommand, createViewCommand, deleteViewCommand, shareViewCommand } from './manage.ts'
import { listViewsQuery } from './queries.ts'

/** Returns the manifest of saved views. `lists` returns the lists of all features. */
export const views = (lists: DeclaredLists): Feature =>
  feature({
    name: 'views',
    rights: viewsRights,
    entities: [{ name: 'views', read: viewsRights.keep }],
    commands: [createViewCommand(lists), changeViewCommand(lists), shareViewCommand(lists), deleteViewCommand(lists)],
    queries: [listViewsQuery(lists)],
  })
