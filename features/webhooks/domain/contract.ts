/** Declares the names, inputs and outputs of the administration of webhooks. */
import { z } from 'zod'
import { countOutput, defineCommand, defineHistory, defineQuery, zId, zName } from '#kernel/contract.ts'
import { MOST_ADDRESS_CHARACTERS, whyNotAddress } from './address.ts'
import { WEBHOOK_STATES } from './history-words.ts'
import { webhooksRights } from './rights.ts'

/** The most webhooks of a company. Each event is written once for each of them. */
export const MOST_WEBHOOKS = 20
/** The deliveries that the page shows of a webhook. */
export const SHOWN_DELIVERIES = 50
/** Waiting deliveries are counted up to this number. */
export const MOST_WAITING = 1_000
const MOST_EVENTS = 50

const right = webhooksRights.write
const nothing = z.strictObject({})

const zWebhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(WEBHOOK_STATES),
  /** Failed attempts since the last success. */
  failures: z.int(),
  failingSince: z.string().nullable(),
  lastSentAt: z.string().nullable(),
  /** The deliveries that still wait, up to one more than `MOST_WAITING`. */
  waiting: z.int(),
  /** The answer to the last attempt; null if there was none. */
  lastAnswer: z
    .object({
      taken: z.boolean(),
      httpStatus: z.int().nullable(),
      failure: z.string().nullable(),
      milliseconds: z.int().nullable(),
    })
    .nullable(),
})
export type Webhook = z.output<typeof zWebhook>

export const listWebhooks = defineQuery('webhooks.list', {
  right,
  input: nothing,
  output: z.object({
    rows: z.array(zWebhook),
    /** The names of all events that can be chosen. */
    events: z.array(z.string()),
  }),
})

/** Counts the webhooks to which the product has stopped sending. */
export const countStopped = defineQuery('webhooks.count-stopped', { right, input: nothing, output: countOutput })

export const DELIVERY_STATUSES = ['WAITING', 'SENT', 'FAILED', 'DROPPED'] as const

const zDelivery = z.object({
  id: z.int(),
  event: z.string(),
  eventId: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  httpStatus: z.int().nullable(),
  failure: z.string().nullable(),
  milliseconds: z.int().nullable(),
  triedAt: z.string().nullable(),
  createdAt: z.string(),
})
export type Delivery = z.output<typeof zDelivery>

/** The last deliveries of a webhook, newest first. */
export const listDeliveries = defineQuery('webhooks.deliveries', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ rows: z.array(zDelivery) }),
  about: ({ id }) => ({ webhooks: id }),
})

export const webhookHistory = defineHistory('webhooks.history', right, 'webhooks')

export const zAddress = z
  .string()
  .trim()
  .max(MOST_ADDRESS_CHARACTERS)
  .superRefine((text, context) => {
    const why = whyNotAddress(text)
    if (why !== null) context.addIssue({ code: 'custom', message: `webhooks.${why}` })
  })

/** Creates a webhook. A lookup, because it resolves the address, and because a stored answer would contain the secret. */
export const createWebhook = defineCommand('webhooks.create', {
  right,
  input: z.strictObject({
    name: zName(100).pipe(z.string().min(1)),
    url: zAddress,
    events: z.array(z.string().max(100)).min(1).max(MOST_EVENTS),
  }),
  output: z.object({
    id: z.int(),
    /** The secret of the signatures. It is returned only here. */
    secret: z.string(),
  }),
})

/** Stops sending to a webhook, or begins again. What happens while it is paused is not sent later. */
export const pauseWebhook = defineCommand('webhooks.pause', {
  right,
  input: z.strictObject({ id: zId, paused: z.boolean() }),
  output: z.object({ id: z.int(), state: z.enum(WEBHOOK_STATES) }),
})

export const removeWebhook = defineCommand('webhooks.remove', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ id: z.int() }),
})

/** Sends an event `webhook.test` at once, and returns what came back. */
export const testWebhook = defineCommand('webhooks.test', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({
    taken: z.boolean(),
    httpStatus: z.int().nullable(),
    failure: z.string().nullable(),
    milliseconds: z.int(),
  }),
})
