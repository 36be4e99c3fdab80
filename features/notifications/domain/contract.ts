/** Declares what the bell and its drawer ask, and what a person does there. */
import { z } from 'zod'
import { countOutput, defineCommand, defineQuery, zText } from '#kernel/contract.ts'
import { notificationsRights } from './rights.ts'

const right = notificationsRights.use

/** Names a line: a kind of fact, or a kind of message with its record (`notes.mention/orders/12`). */
export const zLineKey = zText(200)

/** Things shown with a line. `notifications.things` returns more. */
export const THINGS_A_LINE = 5
/** The most things that are listed of one line. */
export const MOST_THINGS = 100
/** The most lines that are listed. The bell counts the others too, and they follow when the first ones are read. */
export const MOST_LINES = 100

const zThing = z.object({ id: z.int(), title: z.string(), to: z.string() })
export type LineThing = z.output<typeof zThing>

const zLine = z.object({
  key: z.string(),
  /** The kind, as `<feature>.<name>`. */
  kind: z.string(),
  /** How many equal facts or messages the line stands for. */
  count: z.int(),
  unread: z.boolean(),
  /** When the newest of them began. */
  since: z.string(),
  /** True if it is hidden until tomorrow. The bell does not count such a line. */
  snoozed: z.boolean(),
  /** The page that lists all of a fact; null if there is none, and for messages. */
  page: z.string().nullable(),
  /** The newest things behind a fact. */
  things: z.array(zThing),
  /** The newest message; null for facts. */
  message: z
    .object({ entity: z.string(), entityId: z.int(), from: z.string(), text: z.string(), to: z.string() })
    .nullable(),
})
export type Line = z.output<typeof zLine>

/** Returns what waits for the person, new lines first, and the kinds that they may choose from. */
export const listNotices = defineQuery('notifications.list', {
  right,
  input: z.strictObject({}),
  output: z.object({
    lines: z.array(zLine),
    kinds: z.array(z.object({ kind: z.string(), shown: z.boolean() })),
  }),
})

/** Returns the number of unread lines, for the bell. */
export const countNotices = defineQuery('notifications.count', {
  right,
  input: z.strictObject({}),
  output: countOutput,
})

/** Returns the newest things behind a kind of fact. */
export const thingsOfKind = defineQuery('notifications.things', {
  right,
  input: z.strictObject({ kind: zLineKey }),
  output: z.object({ things: z.array(zThing) }),
})

const saved = z.object({ saved: z.literal(true) })

/**
 * Marks lines as read. Messages are gone then; facts stay until somebody solves them. Without `key` it marks all lines that are
 * not snoozed.
 */
export const readNotices = defineCommand('notifications.read', {
  right,
  input: z.strictObject({ key: zLineKey.optional() }),
  output: saved,
})

/** Hides a line until tomorrow, or shows it again. */
export const snoozeNotice = defineCommand('notifications.snooze', {
  right,
  input: z.strictObject({ key: zLineKey, snoozed: z.boolean() }),
  output: saved,
})

/** Chooses whether the person sees a kind. */
export const chooseKind = defineCommand('notifications.choose', {
  right,
  input: z.strictObject({ kind: zLineKey, shown: z.boolean() }),
  output: saved,
})
