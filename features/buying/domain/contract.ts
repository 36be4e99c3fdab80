/** Declares the names, inputs and outputs of purchase requests, proposals and orders at providers. */
import { z } from 'zod'
import { MOST_MANY } from '#features/products/domain/many/contract.ts'
import { zMailText } from '#features/mail/domain/contract.ts'
import { defineCommand, definePaper, defineQuery, zId, zText, zVersion } from '#kernel/contract.ts'
import { zDay } from '#kernel/day.ts'
import { zCents, zPositiveQuantity, zQuantity, zUnitPrice } from '#kernel/money.ts'
import { field, orNone } from '#kernel/records/fields.ts'
import { defineList } from '#kernel/records/list.ts'
import { purchasesRights } from '#features/supplier-catalogue/domain/rights.ts'
import { REQUEST_ORIGINS, REQUEST_STATES } from './request.ts'

const { read, write } = purchasesRights

/** The lines that one order at a provider may have. */
const MOST_ORDER_LINES = 300
/** The proposals that are shown at once. */
export const MOST_PROPOSALS = 500

/** Asks for goods by hand. */
export const askForGoods = defineCommand('purchases.ask-for-goods', {
  right: write,
  input: z.strictObject({
    productId: zId,
    quantity: zPositiveQuantity,
    dueOn: zDay.nullable().default(null),
    note: zText(500).default(''),
  }),
  output: z.object({ id: z.int() }),
})

/** Asks for what is missing of each product, unless it is asked for already. `asked` is the number of requests that were written. */
export const askForMissing = defineCommand('purchases.ask-for-missing', {
  right: write,
  input: z.strictObject({ productIds: z.array(zId).min(1).max(MOST_MANY) }),
  output: z.object({ asked: z.int() }),
})

/** Cancels a request or an order. What has come of it stays; only the rest is no longer expected. */
export const cancelRequest = defineCommand('purchases.cancel-request', {
  right: write,
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(500).default('') }),
  output: z.object({ state: z.enum(REQUEST_STATES) }),
})

/** Changes the day by which the goods of a request are expected. */
export const setDueDay = defineCommand('purchases.set-due-day', {
  right: write,
  input: z.strictObject({ id: zId, version: zVersion, dueOn: zDay.nullable() }),
  output: z.object({ version: z.int() }),
})

/**
 * Orders goods from a provider, and mails the sheet if `mail` is given. `missing` is what the person saw of each product: the command is
 * refused if less is missing now, because somebody else has ordered it.
 */
export const orderGoods = defineCommand('purchases.order-goods', {
  right: write,
  input: z.strictObject({
    providerId: zId,
    /** Without it, today and the longest lead time of the goods. */
    dueOn: zDay.nullable().default(null),
    note: zText(2000).default(''),
    lines: z
      .array(z.strictObject({ productId: zId, quantity: zPositiveQuantity, missing: zQuantity }))
      .min(1)
      .max(MOST_ORDER_LINES),
    mail: z.strictObject(zMailText).nullable().default(null),
  }),
  output: z.object({ id: z.int(), mailId: z.int().nullable() }),
})

/** Mails the sheet of an order. It was mailed once already unless `again` is true. */
export const mailOrderSheet = defineCommand('purchases.mail-order-sheet', {
  right: write,
  input: z.strictObject({ id: zId, again: z.boolean().default(false), ...zMailText }),
  output: z.object({ mailId: z.int() }),
})

/** Returns the initial text of a mail with an order sheet. */
export const orderSheetDraft = defineQuery('purchases.order-sheet-draft', {
  right: write,
  input: z.strictObject({ providerId: zId }),
  output: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
})

export const orderSheet = definePaper('purchases.order-sheet', { right: read, input: z.strictObject({ id: zId }) })

const zAsker = z.object({
  id: z.int(),
  origin: z.enum(REQUEST_ORIGINS),
  person: z.string(),
  quantity: zQuantity,
  dueOn: z.string().nullable(),
  orderId: z.int().nullable(),
  taskId: z.int().nullable(),
})

const zProposal = z.object({
  productId: z.int(),
  name: z.string(),
  sku: z.string(),
  unit: z.string(),
  /** The sum: reorder + wanted + orders - shelf - coming = missing. */
  reorder: zQuantity,
  wanted: zQuantity,
  orders: zQuantity,
  shelf: zQuantity,
  coming: zQuantity,
  missing: zQuantity,
  /** What is proposed, in whole packs and at least the minimum. */
  proposed: zQuantity,
  code: z.string(),
  minimum: zQuantity,
  pack: zQuantity,
  price: zUnitPrice.nullable(),
  leadDays: z.int().nullable(),
  /** The requests that an order would answer. */
  requests: z.array(zAsker),
})
export type Proposal = z.output<typeof zProposal>

/** The proposals for one provider; null for products that no catalogue has. */
const zProposalGroup = z.object({
  provider: z.object({ id: z.int(), name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  lines: z.array(zProposal),
})
export type ProposalGroup = z.output<typeof zProposalGroup>

export const listProposals = defineQuery('purchases.proposals', {
  right: read,
  input: z.strictObject({}),
  output: z.object({ groups: z.array(zProposalGroup), more: z.boolean() }),
})

/** The list of requests and of orders at providers. */
export const requestList = defineList('purchase-requests', {
  feature: 'purchases',
  right: read,
  queries: { list: 'purchases.requests', count: 'purchases.count-requests' },
  size: 50,
  words: 'requests',
  page: '/invoice-detail/$id',
  columns: {
    id: field.id({ word: 'column.id', sort: true, filter: true, width: 90 }),
    /** The first product; `lineCount` says how many there are. */
    goods: field.text(300, { width: 260, card: 'title' }),
    /** The quantity and its unit if there is one line; null otherwise. */
    quantity: orNone(field.quantity()),
    state: field.choice(REQUEST_STATES, { word: 'column.state', words: 'state', sort: true, card: 'end' }),
    dueOn: orNone(field.day({ word: 'requests.due', sort: true })),
    providerName: field.name(200, { word: 'column.provider', sort: true, filter: true, from: 760 }),
    origin: field.choice(REQUEST_ORIGINS, { words: 'origin', filter: 'many', from: 900 }),
    person: field.name(200, { from: 900 }),
    section: field.name(100, { from: 1120 }),
    createdAt: field.moment({ word: 'requests.created', hidden: true }),
    /** The number of an order at a provider, which its sheet shows. */
    number: field.text(50, { word: 'column.number', hidden: true }),
  },
  row: {
    lineCount: z.int(),
    unit: z.string(),
    providerId: z.int().nullable(),
    isLate: z.boolean(),
    /** The order that answers the request. */
    orderedIn: z.int().nullable(),
    orderId: z.int().nullable(),
    taskId: z.int().nullable(),
  },
  filters: {
    providerId: zId,
    productId: zId,
    state: z.array(z.enum(REQUEST_STATES)).min(1).max(REQUEST_STATES.length),
  },
})
/** Counts the requests of each state, for the buttons above the list. */
export const countRequestStates = defineQuery('purchases.count-request-states', {
  right: read,
  input: z.strictObject({}),
  output: z.object({ counts: z.partialRecord(z.enum(REQUEST_STATES), z.int()) }),
})

const zRequestLine = z.object({
  lineNo: z.int(),
  productId: z.int().nullable(),
  name: z.string(),
  sku: z.string(),
  providerSku: z.string(),
  unit: z.string(),
  quantity: zQuantity,
  received: zQuantity,
  dropped: zQuantity,
  outstanding: zQuantity,
  price: zUnitPrice,
  net: zCents,
  /** The order that answers this line. */
  orderedIn: z.int().nullable(),
})

const zRequest = z.object({
  id: z.int(),
  number: z.string(),
  version: z.int(),
  state: z.enum(REQUEST_STATES),
  origin: z.enum(REQUEST_ORIGINS),
  providerId: z.int().nullable(),
  providerName: z.string(),
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
  note: z.string(),
  section: z.string(),
  orderId: z.int().nullable(),
  taskId: z.int().nullable(),
  person: z.string(),
  createdAt: z.string(),
  orderedAt: z.string().nullable(),
  mailedAt: z.string().nullable(),
  canceledAt: z.string().nullable(),
  canceledName: z.string().nullable(),
  cancelReason: z.string().nullable(),
  orderedIn: z.int().nullable(),
  lines: z.array(zRequestLine),
  /** The requests that this order answers. */
  answers: z.array(zAsker.extend({ name: z.string(), unit: z.string() })),
  invoices: z.array(z.object({ id: z.int(), number: z.string(), day: z.string(), state: z.string() })),
})
export type PurchaseRequest = z.output<typeof zRequest>

/** Returns a request or an order with its lines, what it answers, and the invoices that brought goods for it. */
export const requestDetail = defineQuery('purchases.request', {
  right: read,
  input: z.strictObject({ id: zId }),
  output: z.object({ request: zRequest }),
  about: ({ id }) => ({ invoices: id }),
})

/** Returns what an invoice for the goods of a request begins with: what is still expected. Refuses one that expects nothing. */
export const requestToReceive = defineQuery('purchases.request-to-receive', {
  right: write,
  input: z.strictObject({ id: zId }),
  output: z.object({
    provider: z.object({ id: z.int(), name: z.string() }).nullable(),
    lines: z.array(
      z.object({
        requestId: z.int(),
        requestLineNo: z.int(),
        productId: z.int(),
        name: z.string(),
        providerSku: z.string(),
        quantity: zQuantity,
        /** The last price of one unit after discount, or that of the request. */
        price: zUnitPrice,
      }),
    ),
  }),
})
