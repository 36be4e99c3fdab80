/** Declares what the feature products adds to the server. */
import { feature } from '#server/feature.ts'
import { listProducts } from '../domain/contract.ts'
import { listMaterials } from '../domain/materials-contract.ts'
import { productsRights } from '../domain/rights.ts'
import { changeProductCommand } from './write/change-product.ts'
import { cloneProductCommand } from './write/clone-product.ts'
import { createProductCommand } from './write/create-product.ts'
import { productsEntity } from '../domain/entity.ts'
import { searchedProducts } from './entity.ts'
import { changeCodesCommand } from './codes/change-codes.ts'
import { codeDetailQuery, codesOfManyQuery, proposedCodesQuery, searchCodesQuery } from './codes/find-codes.ts'
import { goodsChoicesQuery, goodsForm } from './goods-settings.ts'
import { countMarksQuery } from './figures/marks.ts'
import { countMaterialsQuery, listMaterialsQuery, sumMaterialsQuery } from './materials.ts'
import { changePricesCommand } from './many/change-prices.ts'
import { materialIdsQuery, productIdsQuery } from './many/ids.ts'
import { previewPricesQuery } from './many/preview-prices.ts'
import {
  countProductsQuery,
  listProductsQuery,
  productDetailQuery,
  productHistoryQuery,
  productsForLinesQuery,
  searchProductsQuery,
  sumProductsQuery,
} from './queries.ts'
import { previewUpdateAllQuery } from './update-all/preview-update-all.ts'
import { updateAllCommand } from './update-all/update-all.ts'
import { trialCostQuery } from './trial-cost.ts'
import { owns } from './tables.ts'

export const products = feature({
  name: 'products',
  owns,
  rights: productsRights,
  notifiedOf: { customers: productsRights.read },
  entities: [{ ...productsEntity, tables: ['products', 'requirement_steps', 'requirement_materials'] }],
  searched: [searchedProducts],
  commands: [
    createProductCommand,
    changeProductCommand,
    cloneProductCommand,
    updateAllCommand,
    changePricesCommand,
    changeCodesCommand,
  ],
  queries: [
    listProductsQuery,
    countProductsQuery,
    sumProductsQuery,
    listMaterialsQuery,
    countMaterialsQuery,
    sumMaterialsQuery,
    countMarksQuery,
    searchProductsQuery,
    productsForLinesQuery,
    productDetailQuery,
    productHistoryQuery,
    trialCostQuery,
    goodsChoicesQuery,
    previewUpdateAllQuery,
    previewPricesQuery,
    productIdsQuery,
    materialIdsQuery,
    searchCodesQuery,
    codeDetailQuery,
    proposedCodesQuery,
    codesOfManyQuery,
  ],
  references: [{ to: 'customers', name: 'products', table: 'products', column: 'customer_id', kindOfRows: 'products' }],
  lists: [
    { name: 'products', list: listProducts, page: '/products' },
    { name: 'materials', list: listMaterials, page: '/materials-list' },
  ],
  settings: [goodsForm],
})
