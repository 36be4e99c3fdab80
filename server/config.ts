/**
 * Reads and checks the environment variables at start. A wrong variable stops the process with one clear message and
 * exit code 1.
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopbackHost } from '#kernel/loopback.ts'
import { keyIn } from '#server/seal/sealing.ts'

const flag = z
  .enum(['', '0', '1', 'true', 'false'])
  .default('')
  .transform((text) => text === '1' || text === 'true')
const address = z.url({ protocol: /^https?$/ }).optional()

/** A service that receives a password must be called over https, or run on this machine. */
const guarded = z.url({ protocol: /^https?$/ }).refine(
  (text) => {
    const url = URL.parse(text)
    return url === null || url.protocol === 'https:' || isLoopbackHost(url.hostname)
  },
  { message: 'it must be an https address' },
)
const ADDRESS = String.raw`[^\s@<>,;:"()]+@[^\s@<>,;:"()]+`

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The most seconds that a statement may run on a PostgreSQL server. */
  DATABASE_STATEMENT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(30),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  /** The number of processes that serve the port. */
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** The memory for kept answers in each process; 0 keeps none. */
  KEPT_ANSWERS_MB: z.coerce.number().int().min(0).max(4_096).default(32),
  /** A page that the server has not drawn after this many milliseconds is drawn by the browser; 0 lets browsers draw all. */
  DRAWING_MS: z.coerce.number().int().min(0).max(60_000).default(400),
  PUBLIC_URL: address,
  /** Encrypts the secrets in the database: 32 random bytes in base64. Several processes need it. */
  SECRETS_KEY: z
    .string()
    .refine((text) => keyIn(text) !== null, {
      message: 'it must be 32 bytes in base64, as `openssl rand -base64 32` prints them',
    })
    .optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8).max(200).optional(),
  DEMO: flag,
  APP_API_KEY: z
    .string()
    .min(16)
    .max(200)
    .regex(/^[\w-]+$/)
    .optional(),
  /** Origins whose browser programs may call the data API, separated by commas. */
  CORS_ORIGINS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim().replace(/\/$/, ''))
        .filter((origin) => origin !== ''),
    )
    .refine(
      (origins) =>
        origins.every(
          (origin) => /^https?:$/.test(URL.parse(origin)?.protocol ?? '') && URL.parse(origin)?.origin === origin,
        ),
      {
        message: 'it must be origins such as https://shop.example.gr, with commas between them',
      },
    )
    .default([]),
  ACCOUNTING_URL: address,
  ACCOUNTING_SUBSCRIPTION_KEY: z.string().optional(),
  ACCOUNTING_EMAIL: z.string().optional(),
  ACCOUNTING_PASSWORD: z.string().optional(),
  /** The test environment of the accounting service, with an account of its own. */
  ACCOUNTING_TEST_URL: address,
  ACCOUNTING_TEST_SUBSCRIPTION_KEY: z.string().optional(),
  ACCOUNTING_TEST_EMAIL: z.string().optional(),
  ACCOUNTING_TEST_PASSWORD: z.string().optional(),
  /** The accounting service may redirect us after its login, but only to hosts that end with this. */
  ACCOUNTING_HOST_SUFFIX: z.string().default('.epsilonnet.gr'),
  /** The company registry of the Greek tax office. */
  REGISTRY_URL: guarded.default('https://www1.gsis.gr/wsaade/RgWsPublic2/RgWsPublic2'),
  REGISTRY_USERNAME: z.string().optional(),
  REGISTRY_PASSWORD: z.string().optional(),
  REGISTRY_CALLED_BY: z
    .string()
    .regex(/^\d{9}$/, { message: 'it must be a VAT number of 9 digits' })
    .optional(),
  /** The service myDATA of the tax office, and its environment for tests. */
  MYDATA_URL: guarded.default('https://mydatapi.aade.gr/myDATA'),
  MYDATA_TEST_URL: guarded.default('https://mydataapidev.aade.gr'),
  /** VIES, which knows the VAT numbers of the European Union; `off` if it must not be called. */
  VIES_URL: z.literal('off').or(guarded).default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  /** The address of a Nominatim service. */
  GEOCODER_URL: address,
  /** The address of an OSRM server. */
  DIRECTIONS_URL: address,
  GOOGLE_ROUTES_KEY: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\w-]+$/)
    .optional(),
  GOOGLE_ROUTES_URL: guarded.default('https://routes.googleapis.com'),
  /** The address of a bucket of an S3-compatible service for photos. Without it the database contains them. */
  PHOTOS_S3_URL: guarded.optional(),
  PHOTOS_S3_REGION: z.string().min(1).max(60).default('us-east-1'),
  PHOTOS_S3_KEY_ID: z.string().min(1).max(200).optional(),
  PHOTOS_S3_SECRET: z.string().min(1).max(500).optional(),
  /** The folder of backups; `backups` in the data folder unless it is set. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** Encrypts backups. Whoever restores one needs it. */
  BACKUP_PASSPHRASE: z.string().min(12, { message: 'it must have at least 12 characters' }).max(1_000).optional(),
  /** Makes a backup every night. */
  BACKUP_NIGHTLY: flag.prefault('1'),
  /** The number of nightly backups that are kept. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(14),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine((text) => !/%(?![0-9a-f]{2})/i.test(text), { message: 'a % in a password is written %25' })
    .optional(),
  /** In the form `Name <address>`, or the address alone. */
  MAIL_FROM: z
    .string()
    .regex(new RegExp(`^(${ADDRESS}|[^<>\\r\\n"]+<${ADDRESS}>)$`, 'u'), {
      message: 'it must be an address, or a name and an address in <>',
    })
    .optional(),
  /** A template with placeholders such as {s}, {z}, {x} and {y}. */
  TILES_URL: z
    .string()
    .refine((text) => URL.canParse(text.replace('{s}.', '*.')), { message: 'Invalid URL' })
    .optional(),
  /** True serves the description of the data API without a sign-in. */
  API_DOCS_OPEN: flag,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
})

export type Config = Omit<z.output<typeof schema>, 'DATA_DIR'> & { readonly dataDir: string }

/** The name of SECRETS_KEY while the key only encrypted second factors. */
const EARLIER_SECRETS_KEY = 'SECOND_FACTOR_KEY'

export class WrongConfiguration extends Error {}

/**
 * Reads the environment. Empty variables count as unset. Throws WrongConfiguration with one sentence for the
 * operator.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (!result.success) {
    const first = result.error.issues[0]
    throw new WrongConfiguration(`The environment variable ${String(first?.path[0])} is wrong: ${first?.message}`)
  }
  const { DATA_DIR, ...rest } = result.data
  // a new key would encrypt what follows, and no second factor could be read any more
  if (rest.SECRETS_KEY === undefined && given[EARLIER_SECRETS_KEY] !== undefined) {
    throw new WrongConfiguration(`${EARLIER_SECRETS_KEY} is now called SECRETS_KEY: rename it and keep its value.`)
  }
  if (rest.WORKERS > 1 && rest.DATABASE_URL === undefined) {
    throw new WrongConfiguration('WORKERS needs DATABASE_URL: the embedded database belongs to one process.')
  }
  if (rest.WORKERS > 1 && rest.DEMO) {
    throw new WrongConfiguration('WORKERS does not go with DEMO: each process would have simulators of its own.')
  }
  if ((rest.ADMIN_EMAIL === undefined) !== (rest.ADMIN_PASSWORD === undefined)) {
    throw new WrongConfiguration('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  }
  if ((rest.REGISTRY_USERNAME === undefined) !== (rest.REGISTRY_PASSWORD === undefined)) {
    throw new WrongConfiguration('REGISTRY_USERNAME and REGISTRY_PASSWORD go together: set both or neither.')
  }
  if (rest.DIRECTIONS_URL !== undefined && rest.GOOGLE_ROUTES_KEY !== undefined) {
    throw new WrongConfiguration(
      'DIRECTIONS_URL and GOOGLE_ROUTES_KEY are two services for one thing: set one of them.',
    )
  }
  const ofPhotos = [rest.PHOTOS_S3_URL, rest.PHOTOS_S3_KEY_ID, rest.PHOTOS_S3_SECRET]
  if (ofPhotos.includes(undefined) && ofPhotos.some((given) => given !== undefined)) {
    throw new WrongConfiguration(
      'PHOTOS_S3_URL, PHOTOS_S3_KEY_ID and PHOTOS_S3_SECRET go together: set all of them or none.',
    )
  }
  if (rest.SMTP_URL !== undefined && rest.MAIL_FROM === undefined) {
    throw new WrongConfiguration('SMTP_URL needs MAIL_FROM: say who mails come from.')
  }
  return { ...rest, ...(rest.BACKUP_DIR && { BACKUP_DIR: resolve(rest.BACKUP_DIR) }), dataDir: resolve(DATA_DIR) }
}
