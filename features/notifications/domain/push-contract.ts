/** Declares how a person switches notifications on for a device and off. */
import { z } from 'zod'
import { type InputOf, defineCommand, defineQuery, zId } from '#kernel/contract.ts'
import { type LanguageCode, LANGUAGES } from '#kernel/languages.ts'
import { zDevice } from '#features/users/domain/own-sessions-contract.ts'
import { notificationsRights } from './rights.ts'

const right = notificationsRights.use
const nothing = z.strictObject({})

/** The most devices of one person. A further one replaces the one that was switched on first. */
export const MOST_DEVICES = 20

/** The address of a push service for one browser. It contains a secret, so it is never returned. */
const zEndpoint = z.url({ protocol: /^https?$/ }).max(1_000)

/** Returns the key that a browser needs before it switches notifications on. */
export const beginDevice = defineCommand('notifications.begin-device', {
  right,
  input: nothing,
  output: z.object({ publicKey: z.string() }),
})

/** Switches notifications on for the browser of this session. A lookup, because it resolves the address. */
export const turnOnDevice = defineCommand('notifications.turn-on-device', {
  right,
  input: z.strictObject({
    endpoint: zEndpoint,
    /** The public key of the browser: an uncompressed point of P-256 in base64url. */
    p256dh: z.string().regex(/^[\w-]{87}$/),
    /** 16 random bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}$/),
    language: z.enum(LANGUAGES.map(({ code }) => code) as [LanguageCode, ...LanguageCode[]]),
  }),
  output: z.object({ id: z.int() }),
})
export type TurnOnDevice = InputOf<typeof turnOnDevice>

/** Continues the notifications of a device in this session, after the person has signed in again. */
export const keepDevice = defineCommand('notifications.keep-device', {
  right,
  input: z.strictObject({ endpoint: zEndpoint }),
  output: z.object({
    /** False if the device is not switched on for this person. */
    on: z.boolean(),
  }),
})

/** Switches notifications off for an own device. Succeeds too if the device was removed before. */
export const removeDevice = defineCommand('notifications.remove-device', {
  right,
  input: z.strictObject({ id: zId }),
  output: z.object({ removed: z.literal(true) }),
})

const zOwnDevice = z.object({
  id: z.int(),
  device: zDevice,
  lastUsedAt: z.string(),
  /** True for the device of the session that asks. */
  isThis: z.boolean(),
  /** False if nothing is sent now, because the session has expired or its screen is locked. */
  readable: z.boolean(),
})
export type OwnDevice = z.output<typeof zOwnDevice>

/** Lists the devices of the person on which notifications are switched on, this one first. */
export const ownDevices = defineQuery('notifications.devices', {
  right,
  input: nothing,
  output: z.object({ devices: z.array(zOwnDevice) }),
})
