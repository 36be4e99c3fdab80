/**
 * Declares the names, inputs and outputs of the planning desk: waiting orders, routes, loads and the driver's sheet.
 */
import { z } from 'zod'
import { defineCommand, defineQuery, type OutputOf, zId } from '#kernel/contract.ts'
import { CODE_PROBLEMS } from '#features/products/domain/codes/cn-code.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { zCard, zReadyRow, zShipmentRow } from './contract.ts'
import { shippingRights } from './rights.ts'
import { MOST_STOPS } from './shipment.ts'

/** The maximum number of orders that the map and the areas show at once. */
export const MOST_WAITING_ORDERS = 500

const zMaybePlaced = z.object({ lat: z.number().nullable(), lon: z.number().nullable() })

const zWaiting = zReadyRow.extend(zMaybePlaced.shape)
export type WaitingOrder = z.output<typeof zWaiting>

/** Returns all invoiced orders that wait for a shipment, with their places, for choosing by area and on the map. */
export const waitingOrders = defineQuery('shipping.waiting', {
  right: shippingRights.read,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zWaiting), more: z.boolean() }),
})

/** Where the place of a stop comes from: the order, the customer, or the geocoding service by the address. */
const PLACE_SOURCES = ['order', 'customer', 'geocoder'] as const
export type PlaceSource = (typeof PLACE_SOURCES)[number]

const zLeg = z.object({ metres: z.int(), seconds: z.int() })

/** Why the distances are estimates although a directions service is configured. */
const FALLBACKS = ['no-way', 'too-many', 'unavailable'] as const

/**
 * Returns the route from the company through its stops and back, in the given or in the best order. Locked stops keep
 * their positions. Addresses without a place are looked up, a few at a time.
 */
export const planRoute = defineCommand('shipping.plan-route', {
  right: shippingRights.plan,
  input: z.strictObject({
    stops: z.array(z.strictObject({ orderId: zId, locked: z.boolean().default(false) })).max(MOST_STOPS),
    optimise: z.boolean().default(false),
  }),
  output: z.object({
    /** The stops in driving order. */
    stops: z.array(
      z
        .object({
          orderId: z.int(),
          customerId: z.int(),
          /** The whole destination in one line of text. */
          address: z.string(),
          foundBy: z.enum(PLACE_SOURCES).nullable(),
          /** The hours in which the customer receives goods, as text, or an empty text. */
          hours: z.string(),
          /** The expected delivery in local time. */
          expected: z.string().nullable(),
        })
        .extend(zMaybePlaced.shape),
    ),
    start: z.object({ address: z.string() }).extend(zMaybePlaced.shape),
    /** The distance and duration of each leg. Stops without a place are left out. Empty if the start has no place. */
    legs: z.array(zLeg),
    whole: zLeg.nullable(),
    /** Distance and duration of the given order, if the best one was requested. */
    before: zLeg.nullable(),
    /** True if the distances are straight lines times a factor, and not those of roads. */
    estimated: z.boolean(),
    service: z.enum(['osrm', 'google']).nullable(),
    fallback: z.enum(FALLBACKS).nullable(),
    /** The line of the route on the map. */
    line: z.array(z.object({ lat: z.number(), lon: z.number() })),
    /** How long the truck stays at each stop, in minutes. */
    stopMinutes: z.int(),
    /**
     * Links to the maps site, split into parts that it accepts on a computer. They count stops, in which orders of one
     * customer to one address are together.
     */
    links: z.array(z.object({ href: z.string(), from: z.int(), to: z.int() })),
    /** The number of addresses that are not looked up yet. If it is not 0, ask again. */
    unasked: z.int(),
  }),
})

/** Adds invoiced orders as the last stops of a shipment that has not begun. They become ON SHIPPING with its driver. */
export const addStops = defineCommand('shipping.add-stops', {
  right: shippingRights.plan,
  input: z.strictObject({ shipmentId: zId, orderIds: z.array(zId).min(1).max(MOST_STOPS) }),
  output: z.object({ shipmentId: z.int() }),
})

/**
 * Returns which orders of a shipment that is being planned still wait, as they are now, and which do not: another person
 * has planned them, or their status has changed.
 */
export const checkStops = defineQuery('shipping.check-stops', {
  right: shippingRights.read,
  input: z.strictObject({ orderIds: z.array(zId).max(MOST_STOPS) }),
  output: z.object({
    waiting: z.array(zReadyRow),
    gone: z.array(
      z.object({
        id: z.int(),
        /** Null if there is no such order. */
        status: z.string().nullable(),
        /** The open shipment that the order is in, with its driver. Null if it is in none. */
        shipment: z.object({ id: z.int(), driver: z.string() }).nullable(),
      }),
    ),
  }),
})
export type GoneStop = OutputOf<typeof checkStops>['gone'][number]

const zGoods = z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })

/**
 * Returns the load of a shipment with these orders: goods and lent items by product, the number of parcels, and the total of the orders. It
 * names the goods whose delivery note lacks a valid code, unless vehicles of the company need no notes.
 */
export const shipmentLoad = defineQuery('shipping.load', {
  right: shippingRights.read,
  input: z.strictObject({ orderIds: z.array(zId).max(MOST_STOPS) }),
  output: z.object({
    goods: z.array(zGoods),
    loans: z.array(zGoods),
    parcels: z.int(),
    total: zCents,
    withoutCode: z.object({
      /** The first day on which a note needs the codes, and whether it has come. */
      fromDay: z.string(),
      now: z.boolean(),
      goods: z.array(z.object({ id: z.int(), name: z.string(), problem: z.enum(CODE_PROBLEMS) })),
    }),
  }),
})

const zSheetStop = zCard.extend({
  phone2: z.string(),
  /** What the customer owes for earlier deliveries. */
  balance: zCents,
  /** What the customer holds, by product, for asking it back. Items that are not delivered yet are left out. */
  loans: z.array(zGoods),
  voucher: z.string(),
})
export type SheetStop = z.output<typeof zSheetStop>

/** Returns the content of the driver's sheet. Drivers see only their own. */
export const planSheet = defineQuery('shipping.plan-sheet', {
  right: shippingRights.view,
  input: z.strictObject({ id: zId }),
  output: z.object({
    shipment: zShipmentRow.extend({
      extra: z.string(),
      distance: z.int().nullable(),
      duration: z.int().nullable(),
      estimated: z.boolean(),
    }),
    start: z.object({ address: z.string() }).extend(zMaybePlaced.shape),
    stops: z.array(zSheetStop),
  }),
  about: ({ id }, answer) => ({
    shipments: id,
    // drivers hear nothing of products: what they deliver is in the orders
    products: false,
    ...(answer && {
      orders: answer.stops.map((stop) => stop.id),
      customers: answer.stops.map((stop) => stop.customerId),
    }),
  }),
})
