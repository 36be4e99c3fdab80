/** The ledger is written by movements only; programs reach it through the stock field of products. */
import { productsTable } from '#features/products/server/tables.ts'
import { stockRights } from '../domain/rights.ts'
import { setStock } from './move-stock.ts'

export const owns = ['stock_movements'] as const
export const reads = ['products'] as const

/** Products for programs, their stock figure written through the ledger (ruling C-11). */
export const productsDataTable = productsTable({ right: stockRights.adjust, setStock })
