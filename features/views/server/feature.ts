/** Declares what the feature views adds to the server. */
import { type Feature, feature } from '#server/feature.ts'
import type { DeclaredLists } from '#server/lists/declared-list.ts'
import { viewsEntity } from '../domain/entity.ts'
import { viewsRights } from '../domain/rights.ts'
import { knownAfterRestore, knownImports } from './alerts/known-imports.ts'
import { LOOK_JOB, lookAtViews, lookOften } from './alerts/look.ts'
import { ENTERED, TOO_LARGE } from './alerts/messages.ts'
import { setAlertCommand } from './alerts/set-alert.ts'
import { changeViewCommand, createViewCommand, deleteViewCommand, shareViewCommand } from './manage.ts'
import { listViewsQuery, viewOnPageQuery } from './queries.ts'
import { owns } from './tables.ts'

/** Returns the manifest of saved views. `lists` returns the lists of all features. */
export const views = (lists: DeclaredLists): Feature =>
  feature({
    name: 'views',
    owns,
    rights: viewsRights,
    entities: [{ ...viewsEntity, tables: owns }],
    commands: [
      createViewCommand(lists),
      changeViewCommand(lists),
      shareViewCommand(lists),
      deleteViewCommand(lists),
      setAlertCommand(lists),
    ],
    queries: [listViewsQuery(lists), viewOnPageQuery(lists)],
    messages: [ENTERED, TOO_LARGE],
    announces: [knownImports(lists)],
    afterRestore: [knownAfterRestore],
    schedules: [lookOften],
    jobs: (parts) => ({ [LOOK_JOB]: lookAtViews(lists, parts) }),
  })
