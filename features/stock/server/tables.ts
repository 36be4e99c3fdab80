/** The tables of stock. Only movements write the ledger, and programs change stock through the field of the product. */
import { productsTable } from '#features/products/server/tables.ts'
import { stockRights } from '../domain/rights.ts'
import { setStock } from './move-stock.ts'

export const owns = ['stock_movements', 'counts', 'count_lines'] as const
export const reads = ['products', 'promised_lines'] as const

/** The data API of products, whose stock field writes to the ledger (C-11). */
export const productsDataTable = productsTable({ right: stockRights.adjust, setStock })
