/** Declares what the feature salespersons adds to the server. */
import { feature } from '#server/feature.ts'
import { listSalespersons } from '../domain/contract.ts'
import { salespersonsRights } from '../domain/rights.ts'
import {
  countSalespersonsQuery,
  listSalespersonsQuery,
  salespersonDetailQuery,
  salespersonOptionsQuery,
} from './queries.ts'
import { changeSalespersonCommand, createSalespersonCommand } from './save-salesperson.ts'
import { owns, salespersonsTable } from './tables.ts'

export const salespersons = feature({
  name: 'salespersons',
  owns,
  rights: salespersonsRights,
  entities: [{ name: 'salespersons', read: salespersonsRights.read }],
  commands: [createSalespersonCommand, changeSalespersonCommand],
  queries: [salespersonOptionsQuery, listSalespersonsQuery, countSalespersonsQuery, salespersonDetailQuery],
  lists: [{ name: 'salespersons', list: listSalespersons, page: '/salespersons' }],
  tables: [salespersonsTable],
})
