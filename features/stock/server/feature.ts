/** Declares what the feature stock adds to the server. */
import { feature } from '#server/feature.ts'
import { stockRights } from '../domain/rights.ts'
import { valueList } from '../domain/value.ts'
import { countsEntity } from '../domain/counting/entity.ts'
import { adjustManyCommand, adjustStockCommand } from './adjust-stock.ts'
import { createMaterialCommand } from './create-material.ts'
import { bookCountCommand } from './counting/book-count.ts'
import {
  askRecountCommand,
  dropCountCommand,
  enterLineCommand,
  openCountCommand,
  settleLinesCommand,
} from './counting/change-count.ts'
import {
  countChangesQuery,
  countDifferencesQuery,
  countedGoodsQuery,
  countingForm,
  countSheetQuery,
  listCountsQuery,
} from './counting/queries.ts'
import { functions } from './functions.ts'
import { lowStock } from './low-stock.ts'
import { missingMaterialsQuery } from './material-needs.ts'
import { stockFiguresQuery, stockHealthQuery, stockLedgerQuery } from './queries.ts'
import { stockOnDayQuery } from './stock-at.ts'
import { runningOut } from './reorder.ts'
import { owns, productsDataTable } from './tables.ts'
import { countValuesQuery, listValuesQuery, sumValuesQuery, valueOnQuery } from './value-on.ts'

export const stock = feature({
  name: 'stock',
  owns,
  functions,
  rights: stockRights,
  entities: [{ ...countsEntity, tables: ['counts', 'count_lines'] }],
  commands: [
    adjustStockCommand,
    adjustManyCommand,
    createMaterialCommand,
    openCountCommand,
    enterLineCommand,
    settleLinesCommand,
    askRecountCommand,
    bookCountCommand,
    dropCountCommand,
  ],
  queries: [
    stockFiguresQuery,
    stockLedgerQuery,
    stockOnDayQuery,
    valueOnQuery,
    listValuesQuery,
    countValuesQuery,
    sumValuesQuery,
    stockHealthQuery,
    missingMaterialsQuery,
    listCountsQuery,
    countSheetQuery,
    countChangesQuery,
    countedGoodsQuery,
    countDifferencesQuery,
  ],
  lists: [{ name: valueList.name, list: valueList.list, page: '/stock-value' }],
  settings: [countingForm],
  tables: [productsDataTable],
  facts: [lowStock, runningOut],
})
