/** Returns the sample data of Northwind in the form in which an earlier system shows its records. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

type Cell = string | number | null
type Tables = Readonly<Record<'customers' | 'suppliers' | 'products' | 'orders' | 'order_details', readonly Cell[][]>>

const read = (): Tables =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'northwind.json.gz'))).toString('utf8')) as Tables

/** The VAT of all lines, in percent. Northwind has none. */
const VAT = 24n

/** The statuses that orders which were not shipped have here in turn. Northwind knows none of them. */
const OPEN = ['PENDING-STOCK', 'STOCK-OK', 'TO-PACKAGE', 'PACKAGED', 'READY-TO-INVOICE', 'INVOICED', 'ON SHIPPING']

/** Returns a decimal as whole ten-thousandths. The source has numbers with the errors of floating point. */
const e4 = (value: Cell): bigint => BigInt(Math.round(Number(value) * 10_000))

/** Divides and rounds half away from zero. */
const divide = (value: bigint, by: bigint): bigint => (value + by / 2n) / by

const decimal = (scaled: bigint, places: number): number => Number(scaled) / 10 ** places

/**
 * Returns the records, and the total of all orders in cents as this file computes it with whole numbers, without the
 * rules of the product.
 */
export function northwindRecords() {
  const { customers, suppliers, products, orders, order_details: details } = read()
  const numberOf = new Map(customers.map(([code], index) => [code, 20_001 + index]))
  const party = (id: number, [, name, contact, , address, city, , postcode, country, phone]: Cell[]) => ({
    id,
    name,
    representor: contact,
    address,
    city,
    postcode,
    country,
    phone,
  })
  const nameOf = new Map(products.map(([id, name]) => [id, name]))
  let all = 0n
  let open = 0
  const shown = orders.map(([id, customer, , ordered, , shipped, , , shipName, address, city]) => {
    let [goods, tax] = [0n, 0n]
    const lines = details
      .filter(([order]) => order === id)
      .map(([, product, price, quantity, discount]) => {
        const salesprice = divide(e4(price ?? 0) * (10_000n - e4(discount ?? 0)), 10_000n)
        const ofLine = divide(salesprice * BigInt(Number(quantity)), 100n)
        const taxOfLine = divide(ofLine * VAT, 100n)
        goods += ofLine
        tax += taxOfLine
        return {
          id: 30_000 + Number(product),
          name: nameOf.get(product ?? 0),
          salesprice: decimal(salesprice, 4),
          quantity,
          vat: Number(VAT),
        }
      })
    all += goods + tax
    return {
      id: 100_000 + Number(id),
      customer_id: numberOf.get(customer ?? ''),
      name: shipName,
      status: shipped === null ? OPEN[open++ % OPEN.length] : 'SHIPPED',
      delivery_address: { address, city },
      created: `${ordered}T09:00:00Z`,
      invoiced_on: shipped ?? ordered,
      invoicedAt: 'epsilon',
      products: lines,
      totals: {
        totalOrder: decimal(goods + tax, 2),
        totalVat: decimal(tax, 2),
        totalProductsAmmount: decimal(goods, 2),
      },
    }
  })
  return {
    total: Number(all),
    customers: customers.map((row, index) => party(20_001 + index, row)),
    providers: suppliers.map((row) => party(21_000 + Number(row[0]), row)),
    products: products.map(([id, name, , , description, price, stock]) => ({
      id: 30_000 + Number(id),
      name,
      description,
      salesprice: decimal(e4(price ?? 0), 4),
      stock,
      vat: Number(VAT),
      unit: 'Item',
      usageType: 'COMPLETE-PRODUCT',
    })),
    orders: shown,
  }
}
