/** Declares what the feature sections adds to the server. */
import { feature } from '#server/feature.ts'
import { sectionsRights } from '../domain/rights.ts'
import { listSetUpSections } from '../domain/setup-contract.ts'
import { derived } from './derived.ts'
import * as setUp from './set-up.ts'
import { owns, taskTypesTable } from './tables.ts'

export const sections = feature({
  name: 'sections',
  owns,
  derived,
  rights: sectionsRights,
  // Sections read what open orders need from them, so they receive updates of orders.
  notifiedOf: { orders: sectionsRights.read, customers: sectionsRights.read },
  entities: [{ name: 'sections', read: sectionsRights.read }],
  commands: [setUp.createSectionCommand, setUp.changeSectionCommand],
  queries: [setUp.listSetUpSectionsQuery, setUp.countSetUpSectionsQuery, setUp.sectionHistoryQuery],
  lists: [{ name: 'section-setup', list: listSetUpSections, page: '/tasktypes' }],
  tables: [taskTypesTable],
})
