/** Builds the demo company in memory. The same day and ids always give the same company. */
import type { Day } from '#kernel/day.ts'
import { Calendar } from './calendar.ts'
import { sellCandles } from './goods/candles.ts'
import { Catalogue, type DemoProduct } from './goods/catalogue.ts'
import { buildCustomers, type DemoCustomer } from './customers.ts'
import { Dice } from './dice.ts'
import { type HistoryEntry, entryOfCustomer, entriesOfOrder, entriesOfPayment, entriesOfShipment } from './history.ts'
import { Ledger, type Movement, movementsOf } from './ledger.ts'
import { deliveriesOf } from './invoices.ts'
import { breakages, type LoanRecord, loansOf } from './loans.ts'
import { buyMaterials, prepareMaterials } from './goods/materials.ts'
import type { DemoOrder } from './orders.ts'
import { type PaymentRecord, paymentsOf } from './payments.ts'
import { Story, type DemoShipment } from './story.ts'

export type DemoCompany = {
  readonly calendar: Calendar
  readonly customers: readonly DemoCustomer[]
  readonly products: readonly DemoProduct[]
  /** Sorted by the time they were written; their ids are assigned later. */
  readonly orders: readonly DemoOrder[]
  readonly shipments: readonly DemoShipment[]
  readonly movements: readonly Movement[]
  readonly loans: readonly LoanRecord[]
  /** Returns the payments. Call it, like `history`, only after the orders and shipments have their ids. */
  payments(): readonly PaymentRecord[]
  history(): readonly HistoryEntry[]
}

export const CUSTOMERS = 120
const SEED = 20_071_821

/** Builds everything except the ids of orders and shipments. */
export function buildDemoCompany(today: Day, customerIds: readonly number[], vehicles: readonly string[]): DemoCompany {
  const dice = new Dice(SEED)
  const calendar = new Calendar(today)
  const customers = buildCustomers(dice, calendar, customerIds)
  const products = buildCatalogue()
  const story = new Story(dice, calendar, customers, products, vehicles)
  const carrierOf = (order: DemoOrder) => story.carrierOf(order)

  story.writePackableOrders()
  const { loans, washed } = loansOf(dice, calendar, story.orders, carrierOf)
  const ledger = new Ledger(dice, products)
  ledger.run(
    [...movementsOf(story.orders), ...washed, ...breakages(dice, calendar, products), ...deliveriesOf(products)],
    promisedBy(story.orders),
  )
  story.writeWaitingOrders((product) => ledger.stockOf(product))

  const orders = story.orders.toSorted((a, b) => a.course.created - b.course.created)
  const shipments = story.shipments.toSorted((a, b) => a.planned - b.planned)
  const payments = () => paymentsOf(new Dice(SEED + 1), calendar, orders, carrierOf)
  return {
    calendar,
    customers,
    products,
    orders,
    shipments,
    movements: ledger.movements,
    loans,
    payments,
    history: () => {
      const words = new Dice(SEED + 2)
      const history = [
        ...customers.map(entryOfCustomer),
        ...orders.flatMap((order) => entriesOfOrder(words, order, carrierOf(order))),
        ...shipments.flatMap(entriesOfShipment),
        ...payments().flatMap(entriesOfPayment),
      ]
      return history.toSorted((a, b) => a.time - b.time)
    },
  }
}

/** Returns the quantity of each product that orders in stock, but not yet packed, will take. */
function promisedBy(orders: readonly DemoOrder[]): Map<DemoProduct, number> {
  const promised = new Map<DemoProduct, number>()
  for (const { status, lines, loans } of orders) {
    if (status !== 'STOCK-OK' && status !== 'TO-PACKAGE') continue
    for (const { product, quantity } of [...lines, ...loans])
      promised.set(product, (promised.get(product) ?? 0) + quantity)
  }
  return promised
}

/** Returns the 150 products, with materials before the products made of them. */
function buildCatalogue(): readonly DemoProduct[] {
  const list = new Catalogue()
  buyMaterials(list)
  prepareMaterials(list)
  sellCandles(list)
  return list.products
}
