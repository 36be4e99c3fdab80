/** Declares the names, inputs and outputs of the delivery notes of others. */
import { z } from 'zod'
import { UNITS } from '#features/products/domain/product.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import {
  countOutput,
  defineCommand,
  defineQuery,
  listInput,
  listOutput,
  type OutputOf,
  zId,
  zRefusal,
  zText,
} from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zQuantity } from '#kernel/money.ts'
import { LONGEST_REJECTION, NOTE_STATES } from '#kernel/tax/delivery-note.ts'
import { ANSWER_KINDS, ANSWER_STATUSES } from './received-note.ts'
import { receivingRights } from './rights.ts'

const { read, answer } = receivingRights

/** The topic of which open pages are notified when notes came or were answered. */
export const RECEIVING_TOPIC = 'received-notes'
export const RECEIVING_PAGE = '/receiving'
export const NOTES_PAGE = 50

/** Which notes are listed: those that wait for an answer, first the one whose days run out first, the others, or all. */
export const SHOWN = ['open', 'closed', 'every'] as const

const zSender = z.object({ kind: z.enum(['providers', 'customers']), id: z.int() }).nullable()

const zState = z.enum(Object.values(NOTE_STATES)).nullable()

const zRow = z.object({
  id: z.int(),
  mark: z.string(),
  /** The series and the number, as they are printed. */
  number: z.string(),
  day: zDay,
  /** The name of our record with the VAT number of the sender, or the name that the note names. */
  senderName: z.string(),
  senderVat: z.string(),
  sender: zSender,
  goods: z.string(),
  lineCount: z.int(),
  state: zState,
  answerKind: z.enum(ANSWER_KINDS).nullable(),
  answerStatus: z.enum(ANSWER_STATUSES).nullable(),
  /** The days that are left for the answer; null if the note waits for none. */
  daysLeft: z.int().nullable(),
})

/** The list is sorted only by what an index gives, because the notes of all years are in it. */
export const NOTE_SORTS = ['day', 'daysLeft'] as const

const input = listInput({ show: z.enum(SHOWN) }, NOTE_SORTS)
export type NoteListInput = z.output<typeof input>

export const listNotes = defineQuery('receiving.notes', { right: read, input, output: listOutput(zRow) })
export const countNotes = defineQuery('receiving.count-notes', { right: read, input, output: countOutput })

/** Returns how many notes each choice of the list has. */
export const countShown = defineQuery('receiving.count-shown', {
  right: read,
  input: z.strictObject({}),
  output: z.object({ open: z.int(), closed: z.int(), every: z.int() }),
})

export const receivedNote = defineQuery('receiving.note', {
  right: read,
  input: z.strictObject({ id: zId }),
  output: zRow.extend({
    type: z.string(),
    vehicle: z.string(),
    leavesOn: zDay.nullable(),
    lines: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        quantity: zQuantity.nullable(),
        unit: z.enum(UNITS).nullable(),
      }),
    ),
    /** What was answered, by whom, and what the tax office said. */
    answer: z
      .object({
        reason: z.string(),
        by: z.string(),
        at: z.string(),
        mark: z.string().nullable(),
        errorCode: z.string().nullable(),
      })
      .nullable(),
    /** Why a button is closed; null if it is open. */
    closed: z.object({ confirm: zRefusal.nullable(), reject: zRefusal.nullable(), withdraw: zRefusal.nullable() }),
  }),
})
export type ShownNote = OutputOf<typeof receivedNote>

/** Returns whether the tax office can be asked, and what the last question gave. */
export const fetchState = defineQuery('receiving.fetch-state', {
  right: read,
  input: z.strictObject({}),
  output: z.object({
    known: z.boolean(),
    last: z.object({ at: z.string(), by: z.string(), failure: z.string().nullable() }).nullable(),
  }),
})

/** Asks the tax office for the notes of others. `added` is how many were not known. */
export const fetchNotes = defineCommand('receiving.fetch-notes', {
  right: read,
  input: z.strictObject({}),
  output: z.object({ added: z.int() }),
})

/** Finds the note of a QR code. One that is not known here is fetched from the tax office. */
export const findByQr = defineCommand('receiving.find-by-qr', {
  right: read,
  input: z.strictObject({ qrUrl: zText(2000) }),
  output: z.object({ id: z.int() }),
})

/** Confirms that all goods of a note were received. The tax office takes it back from no one. */
export const confirmNote = defineCommand('receiving.confirm', {
  right: answer,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Rejects all goods of a note. The tax office takes it back from no one. */
export const rejectNote = defineCommand('receiving.reject', {
  right: answer,
  input: z.strictObject({ id: zId, reason: zText(LONGEST_REJECTION) }),
  output: z.object({ id: z.int() }),
})

/** Withdraws an answer that was not sent yet. */
export const withdrawAnswer = defineCommand('receiving.withdraw', {
  right: answer,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Makes a note that the person may see the file of a supplier invoice, from which the invoice is entered. Returns the file. */
export const invoiceOfNote = defineCommand('receiving.enter-invoice', {
  right: purchasesRights.write,
  input: z.strictObject({ id: zId }),
  output: z.object({ fileId: z.int() }),
})
