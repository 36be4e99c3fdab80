/**
 * Declares the parts of the environment of the server. They are no settings, because they are secret or needed before the
 * database. The settings page shows the state of each part and tries it.
 */
import { z } from 'zod'

export const ENVIRONMENT_PARTS = [
  'mail',
  'accounting',
  'registry',
  'vies',
  'places',
  'directions',
  'tiles',
  'photos',
  'public-address',
  'data-api',
  'push',
  'secrets',
  'database',
  'files',
  'processes',
] as const
export type PartName = (typeof ENVIRONMENT_PARTS)[number]

/**
 * `set`: in the environment. `simulated`: the demo company's imitation of the service. `usual`: the product's own default.
 * `unused`: missing, and the company says that it has none.
 */
const zPartState = z.enum(['set', 'simulated', 'usual', 'missing', 'unused'])

/** What is known of a part, without secrets, user names and paths of addresses. */
export const zPart = z.object({
  name: z.enum(ENVIRONMENT_PARTS),
  state: zPartState,
  /** The environment variables that set it. */
  variables: z.array(z.string()),
  facts: z.array(
    z.object({ name: z.enum(['address', 'sender', 'kind', 'folder', 'processes', 'origins']), value: z.string() }),
  ),
  /** Whether it can be tried. */
  tried: z.boolean(),
})
export type EnvironmentPart = z.output<typeof zPart>

/** Why a trial failed. Each code has a text that says what failed and what to do. */
const TRIAL_FAULTS = [
  'name-not-found',
  'connection-refused',
  'unreachable',
  'time-out',
  'cut',
  'certificate',
  'no-encryption',
  'wrong-password',
  'account-refused',
  'too-many',
  'busy',
  'wrong-address',
  'service-fault',
  'sender-refused',
  'recipient-refused',
  'no-recipient',
  'no-vat',
  'vat-unknown',
  'no-answer',
  'no-device',
  'key-lost',
  'push-refused',
  'not-writable',
  'no-room',
  'other',
] as const
export type TrialFault = (typeof TRIAL_FAULTS)[number]

export const zTrial = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('works'),
    /** What the service answered, such as the name of the company. */
    seen: z.string(),
  }),
  z.object({
    kind: z.literal('failed'),
    fault: z.enum(TRIAL_FAULTS),
    /** The code or the words of the service, without secrets; empty if it sent none. */
    code: z.string(),
    /** The moment until which the product does not call the service, because it refused before; null if it does. */
    pausedUntil: z.string().nullable(),
  }),
])
export type Trial = z.output<typeof zTrial>

/** What a trial may use. */
export type TrialQuestion = {
  /** The company's own VAT number; the registry informs its owner of each question. */
  readonly vat: string
  /** The address to look for on the map. */
  readonly address: string
  /** The address for a mail; null to sign in at the mail server only. */
  readonly mailTo: string | null
  /** The account of the person, for a notification on their devices; null for a program. */
  readonly userId: number | null
  /** The texts of that mail or notification. */
  readonly subject: string
  readonly text: string
}
