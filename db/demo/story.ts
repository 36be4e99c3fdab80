/** The last 120 days of the demo company: orders in every status, and the shipments that delivered them. */
import type { InvoiceMode, OrderStatus } from '#features/orders/domain/order.ts'
import { DEMO_ACCOUNTS, type DemoEmail } from './accounts.ts'
import { at, type Calendar, type Time } from './calendar.ts'
import type { DemoProduct } from './goods/catalogue.ts'
import { courseOf, type StepName } from './course.ts'
import type { DemoCustomer } from './customers.ts'
import type { Dice } from './dice.ts'
import { type DemoOrder, OrderBook, SHORT_KEYS } from './orders.ts'

export type Stop = {
  readonly order: DemoOrder
  readonly outcome: 'SHIPPED' | 'INVOICED' | 'RETURNED' | null
  readonly time: Time | null
  readonly reason: string | null
}

export type DemoShipment = {
  /** Assigned when the shipment is written. */
  id: number
  /** The account of the driver; null for a courier. */
  readonly driver: DemoEmail | null
  readonly driverName: string
  readonly type: 'Driver' | 'ACS' | 'DHL' | 'Courier'
  readonly vehicle: string
  readonly extra: string
  readonly planned: Time
  readonly finished: Time | null
  readonly stops: Stop[]
}

type Names = readonly Exclude<StepName, 'create'>[]

const TO_PACKED: Names = ['find-stock', 'send', 'package']
const TO_READY: Names = [...TO_PACKED, 'release']
const TO_INVOICED: Names = [...TO_READY, 'invoice']
const TO_SHIPPING: Names = [...TO_INVOICED, 'plan']

const RETURN_REASONS = ['Κλειστό κατάστημα', 'Ο πελάτης αρνήθηκε την παραλαβή', 'Λάθος χρώμα']
const PLANNING_REASONS = ['Δεν προλάβαμε, να μπει στο επόμενο δρομολόγιο', 'Ζήτησε παράδοση άλλη ημέρα']

const nameOf = (email: DemoEmail): string => DEMO_ACCOUNTS.find((account) => account.email === email)?.username ?? email

export class Story {
  readonly shipments: DemoShipment[] = []
  readonly #dice: Dice
  readonly #calendar: Calendar
  readonly #near: readonly DemoCustomer[]
  readonly #far: readonly DemoCustomer[]
  readonly #all: readonly DemoCustomer[]
  readonly #products: readonly DemoProduct[]
  readonly #vehicles: readonly string[]
  readonly #book: OrderBook

  constructor(
    dice: Dice,
    calendar: Calendar,
    customers: readonly DemoCustomer[],
    products: readonly DemoProduct[],
    vehicles: readonly string[],
  ) {
    this.#dice = dice
    this.#calendar = calendar
    this.#all = customers
    this.#near = customers.filter(({ near }) => near)
    this.#far = customers.filter(({ near }) => !near)
    this.#products = products
    this.#vehicles = vehicles
    this.#book = new OrderBook(dice, calendar, products)
  }

  get orders(): readonly DemoOrder[] {
    return this.#book.orders
  }

  /** Returns the account that delivered an order; parcels are handed to the courier by the office. */
  carrierOf(order: DemoOrder): DemoEmail {
    return (
      this.shipments.find(({ stops }) => stops.some((stop) => stop.order === order))?.driver ?? 'operations@kerino.demo'
    )
  }

  /** Writes all orders that have moved stock or will move it, except those that wait for stock. */
  writePackableOrders(): void {
    this.#finishedShipments()
    this.#openShipment('driver@kerino.demo', 5)
    this.#openShipment('driver2@kerino.demo', 3)
    this.#writeOrders(9, 'INVOICED', TO_INVOICED, [1, 4])
    this.#writeOrders(8, 'READY-TO-INVOICE', TO_READY, [1, 3])
    this.#writeOrders(4, 'PARKED', [...TO_READY, 'park'], [3, 15])
    this.#writeOrders(10, 'PACKAGED', TO_PACKED, [1, 2])
    this.#writeOrders(14, 'TO-PACKAGE', ['find-stock', 'send'], [1, 3])
    this.#writeOrders(14, 'STOCK-OK', ['find-stock'], [1, 5])
    this.#writeOrders(4, 'CANCELED', ['find-stock', 'cancel'], [8, 90])
    this.#writeOrders(3, 'CANCELED', [...TO_READY, 'cancel'], [12, 70])
  }

  /** Writes the offers, and the orders that wait for stock. */
  writeWaitingOrders(stockOf: (product: DemoProduct) => number): void {
    const dice = this.#dice
    const scarce = this.#products.filter(({ key }) => SHORT_KEYS.has(key))
    for (let count = 0; count < 17; count++) {
      const product = scarce[count % scarce.length] as DemoProduct
      // more whole pieces than are in stock
      const pieces = Math.floor(stockOf(product) / 10_000) + Math.max(2, this.#book.pieces(product))
      this.#book.write({
        status: 'PENDING-STOCK',
        course: courseOf(dice, this.#calendar, { names: [], begins: 'PENDING-STOCK', lastDay: -dice.int(1, 12) }),
        customer: dice.pick(this.#all),
        expected: at(dice.int(3, 14), dice.int(9, 16)),
        scarceToo: true,
        first: [[product, pieces]],
      })
    }
    for (let count = 0; count < 16; count++) {
      const deleted = count >= 12
      this.#book.write({
        status: deleted ? 'OFFER-DELETE' : 'OFFER',
        course: courseOf(dice, this.#calendar, {
          names: deleted ? ['delete-offer'] : [],
          begins: 'OFFER',
          lastDay: -dice.int(1, deleted ? 40 : 25),
        }),
        customer: dice.pick(this.#all),
        expected: dice.chance(50) ? at(dice.int(5, 14), 10) : null,
        ...(dice.chance(60) ? { validUntil: dice.int(4, 30) } : {}),
        scarceToo: true,
      })
    }
  }

  /** Writes orders that have had a status for some days. */
  #writeOrders(count: number, status: OrderStatus, names: Names, [least, most]: readonly [number, number]): void {
    const dice = this.#dice
    for (let number = 0; number < count; number++) {
      const lastDay = -dice.int(least, most)
      const past = status === 'CANCELED'
      const direct = names[0] === 'find-stock' && dice.chance(40)
      const mode: InvoiceMode = status === 'INVOICED' && number === 0 ? 'red' : 'epsilon'
      this.#book.write({
        status,
        course: courseOf(dice, this.#calendar, {
          names: direct ? names.slice(1) : names,
          begins: direct ? 'STOCK-OK' : 'PENDING-STOCK',
          lastDay,
        }),
        customer: dice.pick(this.#all),
        expected: at(past ? lastDay + dice.int(1, 5) : dice.int(0, 9), dice.int(9, 17)),
        mode,
        scarceToo: past,
      })
    }
  }

  #finishedShipments(): void {
    const dice = this.#dice
    for (let number = 0; number < 16; number++) {
      const shipment = this.#shipment(
        -2 - Math.floor(number * 6.8) - dice.int(0, 2),
        number % 3 === 2 ? 'driver2@kerino.demo' : 'driver@kerino.demo',
      )
      for (let count = 0; count < 5; count++) this.#addOrder(shipment, 'SHIPPED', this.#near)
      if (number < 3) this.#addOrder(shipment, 'INVOICED', this.#near)
      if (number < 6) this.#addOrder(shipment, 'RETURNED', this.#near)
      if (number >= 6 && number < 9) this.#addOrder(shipment, 'CANCELED', this.#near)
    }
    for (let number = 0; number < 8; number++) {
      const shipment = this.#shipment(-3 - number * 13 - dice.int(0, 4), null)
      for (let count = 0; count < 3; count++) this.#addOrder(shipment, 'SHIPPED', this.#far)
    }
  }

  /** Adds a shipment that was driven on a day and planned on the working day before. */
  #shipment(wished: number, driver: DemoEmail | null): DemoShipment {
    const dice = this.#dice
    const day = this.#calendar.workday(wished)
    const type = driver ? 'Driver' : dice.pick(['ACS', 'DHL', 'Courier'] as const)
    const shipment: DemoShipment = {
      id: 0,
      driver,
      driverName: driver ? nameOf(driver) : type,
      type,
      vehicle: driver ? dice.pick(this.#vehicles) : '',
      extra: driver ? '' : `${type.toUpperCase()} ${dice.int(100_000_000, 999_999_999)}`,
      planned: at(this.#calendar.workday(day - 1), 16, dice.int(0, 50)),
      finished: at(day, 15, dice.int(0, 50)),
      stops: [],
    }
    this.shipments.push(shipment)
    return shipment
  }

  #openShipment(driver: DemoEmail, count: number): void {
    const planned = at(this.#calendar.workday(-1), 16, driver === 'driver@kerino.demo' ? 10 : 25)
    const shipment: DemoShipment = {
      id: 0,
      driver,
      driverName: nameOf(driver),
      type: 'Driver',
      vehicle: this.#dice.pick(this.#vehicles),
      extra: '',
      planned,
      finished: null,
      stops: [],
    }
    this.shipments.push(shipment)
    const customers = this.#dice.sample(this.#near, count)
    for (const [index, customer] of customers.entries()) {
      const order = this.#book.write({
        status: 'ON SHIPPING',
        course: courseOf(this.#dice, this.#calendar, {
          names: TO_SHIPPING,
          begins: 'PENDING-STOCK',
          lastDay: -1,
          fixed: { plan: planned },
        }),
        customer,
        expected: at(0, 10 + index),
        scarceToo: false,
      })
      shipment.stops.push({ order, outcome: null, time: null, reason: null })
    }
  }

  /** Adds one more order to a past shipment. A CANCELED one was returned and then cancelled. */
  #addOrder(
    shipment: DemoShipment,
    status: 'SHIPPED' | 'INVOICED' | 'RETURNED' | 'CANCELED',
    customers: readonly DemoCustomer[],
  ): void {
    const dice = this.#dice
    const last = status === 'SHIPPED' ? 'deliver' : status === 'INVOICED' ? 'to-planning' : 'return'
    const arrival = at(
      Math.floor((shipment.finished ?? 0) / 86_400),
      9 + Math.min(5, shipment.stops.length),
      dice.int(0, 50),
    )
    const names: Names = status === 'CANCELED' ? [...TO_SHIPPING, last, 'cancel'] : [...TO_SHIPPING, last]
    const order = this.#book.write({
      status,
      course: courseOf(dice, this.#calendar, {
        names,
        begins: 'PENDING-STOCK',
        lastDay: Math.floor(arrival / 86_400) + (status === 'CANCELED' ? 1 : 0),
        fixed: { plan: shipment.planned, [last]: arrival },
      }),
      customer: dice.pick(customers),
      expected: at(Math.floor(arrival / 86_400), dice.int(9, 16)),
      mode: status === 'SHIPPED' && dice.chance(7) ? 'red' : 'epsilon',
      scarceToo: true,
    })
    shipment.stops.push({
      order,
      outcome: status === 'CANCELED' ? 'RETURNED' : status,
      time: arrival,
      reason: last === 'deliver' ? null : dice.pick(last === 'return' ? RETURN_REASONS : PLANNING_REASONS),
    })
  }
}
