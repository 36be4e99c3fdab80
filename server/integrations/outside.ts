/** Opens the outside services: those that the environment names, in demo mode simulators, otherwise none. */
import { join } from 'node:path'
import { z } from 'zod'
import { isLoopbackHost } from '#kernel/loopback.ts'
import type { Config } from '#server/config.ts'
import { type Database, sql } from '#server/db/database.ts'
import { openBackupPlace } from './backups/backup-place.ts'
import type { Mailer } from './mail/mail.ts'
import { openMailFolder } from './mail/mail-folder.ts'
import { openAccounting, openTestAccounting } from './accounting/open-accounting.ts'
import { openEnvironment } from './environment/open-environment.ts'
import type { PushDevices } from './environment/try-push.ts'
import { openHooks, portOf } from './webhooks/hooks.ts'
import { openS3 } from './objects/s3.ts'
import { openDirections } from './routes/open-directions.ts'
import { openPlaces } from './places/open-places.ts'
import { openRegistry } from './registry/open-registry.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import { openTaxOffice } from './tax-office/open-tax-office.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { Outside } from './ports.ts'
import type { Simulate } from './simulated.ts'
import { openSmtp } from './mail/smtp.ts'
import { openUnionNumbers } from './vies/open-vies.ts'

/** What the outside services are given by the product around them. */
export type Given = {
  /** The number of processes on the database that are known so far. */
  readonly processes: () => number
  /** Encrypts the secrets of the process. */
  readonly sealing: Sealing
  readonly devices: PushDevices
  /** Starts the services of the demo company; null where there are none. */
  readonly simulate: Simulate | null
}

const demoSetting = z.object({ on: z.boolean() }).partial()

/** Reports whether this is the demo company, either by the environment or because it was loaded during set-up. */
async function isDemo(config: Config, db: Database): Promise<boolean> {
  const stored = await db.maybe<{ value: unknown }>(sql`select value from settings where name = 'demo'`)
  return config.DEMO || demoSetting.parse(stored?.value ?? {}).on === true
}

/** Returns the mail server, or a folder of files if none is configured, so that no mail is lost. */
const mailerOf = (
  { SMTP_URL: url, MAIL_FROM: from = 'Kerino <kerino@localhost>', dataDir }: Config,
  demo: boolean,
): Mailer => (url ? openSmtp({ url, from }) : openMailFolder(join(dataDir, 'mail'), from, demo))

/** Returns the bucket of the photos; null if the environment names none, and the database contains them. */
export function objectsOf(config: Config): ObjectStore | null {
  const { PHOTOS_S3_URL: url, PHOTOS_S3_KEY_ID: keyId, PHOTOS_S3_SECRET: secret, PHOTOS_S3_REGION: region } = config
  return url && keyId && secret ? openS3({ url, region, keyId, secret }) : null
}

/**
 * Returns whether receivers may be on this machine, and which of its ports are the product. They may only if `PUBLIC_URL` says that people enter
 * the product there: without it a server in use would call whatever else runs beside it.
 */
function ownPlace({ PUBLIC_URL, PORT }: Config): { local: boolean; ownPorts: number[] } {
  if (PUBLIC_URL === undefined) return { local: false, ownPorts: [PORT] }
  const url = new URL(PUBLIC_URL)
  return { local: isLoopbackHost(url.hostname), ownPorts: [PORT, portOf(url)] }
}

/** Opens all outside services. A service that is not configured is null. */
export async function openOutside(config: Config, db: Database, given: Given): Promise<Outside> {
  const demo = await isDemo(config, db)
  const simulated = demo ? (given.simulate?.(config, db) ?? null) : null
  const accounting = (await openAccounting(config, db)) ?? (await simulated?.accounting()) ?? null
  const testAccounting = openTestAccounting(config, db) ?? (await simulated?.testAccounting()) ?? null
  const taxOffice = (await simulated?.taxOffice()) ?? openTaxOffice(config, db)
  const registry = openRegistry(config, db) ?? (await simulated?.registry()) ?? null
  const vies = config.VIES_URL === 'off' ? null : ((await simulated?.vies()) ?? openUnionNumbers(config, db))
  const places = openPlaces(config, db) ?? (await simulated?.places()) ?? null
  const directions = openDirections(config, db)
  const objects = objectsOf(config)
  const hooks = openHooks(ownPlace(config))
  return {
    accounting: accounting?.port ?? null,
    testAccounting: testAccounting?.port ?? null,
    smartAccounting: accounting?.smart ?? null,
    taxOffice: taxOffice.port,
    registry: registry?.port ?? null,
    vies: vies?.port ?? null,
    places: places?.port ?? null,
    directions: directions?.port ?? null,
    mail: mailerOf(config, demo),
    objects,
    backups: openBackupPlace(config),
    get environment() {
      // other processes may have started meanwhile
      const host = { demo, hooks, processes: given.processes(), sealing: given.sealing, devices: given.devices }
      return openEnvironment(config, db, { accounting, registry, vies, places, directions, objects }, host)
    },
    hooks,
    close: async () => {
      for (const opened of [accounting, testAccounting, taxOffice, registry, vies, places]) await opened?.close?.()
    },
  }
}
