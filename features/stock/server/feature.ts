/** Declares what the feature stock adds to the server. */
import { feature } from '#server/feature.ts'
import { stockRights } from '../domain/rights.ts'
import { adjustStockCommand } from './adjust-stock.ts'
import { createMaterialCommand } from './create-material.ts'
import { lowStock } from './low-stock.ts'
import { missingMaterialsQuery } from './material-needs.ts'
import { stockFiguresQuery, stockHealthQuery, stockLedgerQuery } from './queries.ts'
import { stockOnDayQuery } from './stock-at.ts'
import { productsDataTable } from './tables.ts'

export const stock = feature({
  name: 'stock',
  rights: stockRights,
  commands: [adjustStockCommand, createMaterialCommand],
  queries: [stockFiguresQuery, stockLedgerQuery, stockOnDayQuery, stockHealthQuery, missingMaterialsQuery],
  tables: [productsDataTable],
  facts: [lowStock],
})
