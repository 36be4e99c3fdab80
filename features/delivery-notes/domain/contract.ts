/** Declares the names, inputs and outputs of delivery notes. */
import { z } from 'zod'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import { MOST_ANSWER } from '#features/invoicing/domain/ways.ts'
import { ordersRights } from '#features/orders/domain/rights.ts'
import { CODE_PROBLEMS } from '#features/products/domain/codes/cn-code.ts'
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { MOST_STOPS } from '#features/shipping/domain/shipment.ts'
import { defineCommand, definePaper, defineQuery, type OutputOf, zFileAnswer, zId, zText } from '#kernel/contract.ts'
import { DIRECTIONS } from '#kernel/tax/delivery-note.ts'
import { zMark } from '#kernel/tax/mark.ts'
import { ADDRESS_PARTS } from '#kernel/tax/customer-address.ts'
import { NOTE_PROBLEMS } from './compose-note.ts'
import { zShownEvent } from './events/events-contract.ts'
import { NOTE_STATUSES } from './note.ts'

const zNote = z.object({
  id: z.int(),
  orderIds: z.array(z.int()),
  number: z.string(),
  status: z.enum(NOTE_STATUSES),
  mark: z.string().nullable(),
  qrUrl: z.string().nullable(),
  /** True if the vehicle may leave with the note although it has no MARK. */
  failure: z.boolean(),
  test: z.boolean(),
  errorCode: z.string().nullable(),
  /** What the accounting service answered, for people who may read its answers. Absent in an answer of an earlier version. */
  errorMessage: z.string().nullable().optional(),
  /** What happened to the goods on their way, in the order in which it happened. */
  events: z.array(zShownEvent).optional(),
})

const zStop = z.object({
  name: z.string(),
  /** The customer of the stop. Absent if all orders of the note are closed. */
  customerId: z.int().optional(),
  orderIds: z.array(z.int()),
  problems: z.array(z.enum(NOTE_PROBLEMS)),
  /** The first part of the address that a customer abroad lacks; absent if there is none. */
  lacks: z.enum(ADDRESS_PARTS).optional(),
  /** The goods whose code is missing or not valid, of a stop without a live note. Absent in an answer of an earlier version. */
  goodsWithoutCode: z
    .array(z.object({ id: z.int().nullable(), name: z.string(), problem: z.enum(CODE_PROBLEMS) }))
    .optional(),
  /** The live note of the stop, or the newest refused one; null if there is none. */
  note: zNote.nullable(),
  /** True if all orders of the note are closed. */
  closed: z.boolean().optional(),
  /** True if the note lists other orders than the stop has now, or other goods than came back. It must be withdrawn. */
  differs: z.boolean(),
  /** True if the note was refused after its goods had left. It may be issued again. */
  again: z.boolean().optional(),
})

const productsWithoutCode = ({ goodsWithoutCode = [] }: z.input<typeof zStop>): number[] =>
  goodsWithoutCode.flatMap(({ id }) => id ?? [])

/**
 * Returns the stops of a shipment that need a delivery note, with their live notes. `needed` is false before the day of the setting;
 * notes may be issued all the same.
 */
export const notesOfShipment = defineQuery('movement.notes', {
  right: shippingRights.view,
  input: z.strictObject({ shipmentId: zId }),
  output: z.object({
    needed: z.boolean(),
    /** The first day on which a note needs the code of each of its goods. Absent in an answer of an earlier version. */
    codesFromDay: z.string().optional(),
    /** Whether the tax office can be told what happens: an account is stored, or it is simulated. Absent in an answer of an earlier version. */
    reported: z.boolean().optional(),
    stops: z.array(zStop).max(MOST_STOPS),
    /** The stops from which something comes back, and their notes. A device may have an answer of an earlier version without it. */
    back: z.array(zStop).optional(),
    /** The orders that were closed without a note that they needed, until the office has settled them. */
    without: z.array(z.int()).optional(),
    /** The orders whose goods came back without the note that they needed, until the office has settled them. */
    withoutReturn: z.array(z.int()).optional(),
  }),
  // only while goods lack a code their products change it, which change with each movement of their stock
  about: ({ shipmentId }, answer) => ({
    shipments: shipmentId,
    products: answer ? [...answer.stops, ...(answer.back ?? [])].flatMap(productsWithoutCode) : true,
  }),
})
export type ShipmentNotes = OutputOf<typeof notesOfShipment>
export type NotedStopView = ShipmentNotes['stops'][number]

/**
 * Issues the delivery notes of a shipment in one direction, one for each stop without a live one. A stop whose note cannot be composed
 * keeps no other stop from its note. A second press issues no second note. Goods go out until the vehicle leaves, and come back until the
 * shipment is finished.
 */
export const issueNotes = defineCommand('movement.issue', {
  right: shippingRights.drive,
  input: z.strictObject({ shipmentId: zId, direction: z.enum(DIRECTIONS).default('out') }),
  output: z.object({
    issued: z.int(),
    /** The stops that got no note, each with the reason. Absent in an answer of an earlier version. */
    refused: z
      .array(z.object({ code: z.string(), details: z.object({ stop: z.string(), goods: z.string().optional() }) }))
      .max(MOST_STOPS)
      .optional(),
  }),
})

/**
 * Issues a note again that the service refused after its goods had left, for the same goods and under its number, with the moment when they
 * left. A second press returns the same note.
 */
export const issueAgain = defineCommand('movement.issue-again', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Asks the accounting service at once for the state of a note. */
export const askNote = defineCommand('movement.ask-again', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/**
 * Lets the vehicle leave with a note that has no MARK because the connection is lost. The note says so, and is sent when the connection
 * is back.
 */
export const leaveWithoutMark = defineCommand('movement.leave-without-mark', {
  right: shippingRights.drive,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/**
 * Stores what a person has found at the accounting service about an open note: its MARK, or that it was not issued. The latter is refused
 * until some minutes after the last call, and the service is asked first, and the tax office where the company has an account.
 */
export const settleNote = defineCommand('movement.settle', {
  right: invoicingRights.settle,
  input: z.strictObject({
    id: zId,
    /** Null if the note was not issued. */
    mark: zMark.nullable(),
    reason: zText(500),
  }),
  /** `issued` is the MARK of a note that the service or the tax office has although the person found none: it is recorded instead. */
  output: z.object({ id: z.int(), issued: z.string().nullable() }),
})

/**
 * Reads the answer (ResponseDoc of myDATA) to a note that was sent as a file. It stores the MARK, UID and QR code, or the reason why the
 * tax office refused the note.
 */
export const importNoteAnswer = defineCommand('movement.import-answer', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, answer: zText(MOST_ANSWER) }),
  output: z.object({ id: z.int(), issued: z.boolean() }),
})

/**
 * Marks an issued note as withdrawn, after a person cancelled it at the accounting service. The stop may then get a new one. A note of
 * goods that went out stays when the vehicle has left.
 */
export const withdrawNote = defineCommand('movement.withdraw', {
  right: invoicingRights.settle,
  input: z.strictObject({ id: zId, reason: zText(500) }),
  output: z.object({ id: z.int() }),
})

/** Returns a note as it is printed. */
export const notePaper = definePaper('movement.note', {
  right: shippingRights.view,
  input: z.strictObject({ id: zId }),
})

/** Returns a note as XML of myDATA. */
export const noteXmlFile = defineQuery('movement.note-xml', {
  right: ordersRights.read,
  input: z.strictObject({ id: zId }),
  output: zFileAnswer,
})
