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
import { openHooks, portOf } from './webhooks/hooks.ts'
import { openS3 } from './objects/s3.ts'
import { openDirections } from './routes/open-directions.ts'
import { openPlaces } from './places/open-places.ts'
import { openRegistry } from './registry/open-registry.ts'
import { NO_SEALING, type Sealing } from '#server/seal/sealing.ts'
import { openTaxOffice } from './tax-office/open-tax-office.ts'
import type { ObjectStore } from './objects/object-store.ts'
import type { Outside } from './ports.ts'
import { openSmtp } from './mail/smtp.ts'
import { openUnionNumbers } from './vies/open-vies.ts'

/** What a process knows of the others on the database, and what encrypts its secrets. */
export type Known = { readonly processes: () => number; readonly sealing: Sealing }

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

/**
 * Opens all outside services. A service that is not configured is null. `known` tells what the process knows of the others on the
 * database, and encrypts.
 */
export async function openOutside(
  config: Config,
  db: Database,
  known: Known = { processes: () => config.WORKERS, sealing: NO_SEALING },
): Promise<Outside> {
  const demo = await isDemo(config, db)
  const accounting = await openAccounting(config, db, demo)
  const testAccounting = await openTestAccounting(config, db, demo)
  const taxOffice = await openTaxOffice(config, db, demo, accounting?.issued)
  const registry = await openRegistry(config, db, demo)
  const vies = await openUnionNumbers(config, db, demo)
  const places = await openPlaces(config, db, demo)
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
      const host = { demo, hooks, processes: known.processes(), sealing: known.sealing }
      return openEnvironment(config, db, { accounting, registry, vies, places, directions, objects }, host)
    },
    hooks,
    close: async () => {
      for (const opened of [accounting, testAccounting, taxOffice, registry, vies, places]) await opened?.close?.()
    },
  }
}
