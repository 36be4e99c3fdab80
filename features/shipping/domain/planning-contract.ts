/** Names, inputs and outputs of the planning desk: what waits where, the way of a round, its load, the driver's sheet. */
import { z } from 'zod'
import { defineCommand, defineQuery, zId } from '#kernel/contract.ts'
import { zCents, zQuantity } from '#kernel/money.ts'
import { zCard, zReadyRow, zShipmentRow } from './contract.ts'
import { shippingRights } from './rights.ts'

/** The most orders that the map and the areas show at once. */
export const MOST_WAITING = 500

const zMaybePlaced = z.object({ lat: z.number().nullable(), lon: z.number().nullable() })

const zWaiting = zReadyRow.extend(zMaybePlaced.shape)
export type WaitingOrder = z.output<typeof zWaiting>

/** All invoiced orders that wait for a truck, with their places: for choosing by area and on the map. */
export const waitingOrders = defineQuery('shipping.waiting', {
  right: shippingRights.read,
  input: z.strictObject({}),
  output: z.object({ rows: z.array(zWaiting), more: z.boolean() }),
})

/** From where the place of a stop is known: the order's own, the customer's, or the geocoding service by the address. */
export const PLACE_SOURCES = ['order', 'customer', 'geocoder'] as const
export type PlaceSource = (typeof PLACE_SOURCES)[number]

const zLeg = z.object({ metres: z.int(), seconds: z.int() })

/** Why the figures are estimates although there is a directions service. */
export const FALLBACKS = ['no-way', 'too-many', 'unavailable'] as const

/**
 * The way of a round from the company through its stops and back, in the present order or in the best one. Locked stops
 * keep their places. Addresses without a place are looked up, some at a time.
 */
export const planRoute = defineCommand('shipping.plan-route', {
  right: shippingRights.plan,
  input: z.strictObject({
    stops: z.array(z.strictObject({ orderId: zId, locked: z.boolean().default(false) })).max(200),
    optimise: z.boolean().default(false),
  }),
  output: z.object({
    /** In driving order. */
    stops: z.array(
      z
        .object({ orderId: z.int(), address: z.string(), foundBy: z.enum(PLACE_SOURCES).nullable() })
        .extend(zMaybePlaced.shape),
    ),
    start: z.object({ address: z.string() }).extend(zMaybePlaced.shape),
    /** From place to place; stops without a place are passed over. Empty when the start is not known. */
    legs: z.array(zLeg),
    whole: zLeg.nullable(),
    /** The same for the order that was given, when a better one was looked for. */
    before: zLeg.nullable(),
    /** True for straight lines times a factor, false for real roads. */
    estimated: z.boolean(),
    service: z.enum(['osrm', 'google']).nullable(),
    fallback: z.enum(FALLBACKS).nullable(),
    /** Over the map. */
    line: z.array(z.object({ lat: z.number(), lon: z.number() })),
    /** To the maps site, in parts that it takes on a desk. */
    links: z.array(z.object({ href: z.string(), from: z.int(), to: z.int() })),
    /** Addresses that are still to be looked up: ask again. */
    unasked: z.int(),
  }),
})

const zGoods = z.object({ productId: z.int(), name: z.string(), unit: z.string(), quantity: zQuantity })

/** What some orders load on a truck: goods and lent pieces by product, and what they come to. */
export const truckLoad = defineQuery('shipping.load', {
  right: shippingRights.read,
  input: z.strictObject({ orderIds: z.array(zId).max(200) }),
  output: z.object({ goods: z.array(zGoods), loans: z.array(zGoods), total: zCents }),
})

const zSheetStop = zCard.extend({
  phone2: z.string(),
  /** What the customer owes for what was delivered before. */
  balance: zCents,
  /** What the customer holds, product by product: to ask back. What is not delivered yet is left out. */
  loans: z.array(zGoods),
  voucher: z.string(),
})
export type SheetStop = z.output<typeof zSheetStop>

/** Everything that stands on the sheet a driver takes along; a driver sees only his own. */
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
})
