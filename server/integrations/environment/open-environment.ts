/** Describes what the environment sets, without secrets, and how each part is tried. */
import type { EnvironmentPart } from '#kernel/settings/environment.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { OpenedAccounting } from '../accounting/open-accounting.ts'
import type { Places } from '../places/places.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Opened, OpenedPart } from '../ports.ts'
import type { Registry } from '../registry/registry.ts'
import type { Directions } from '../routes/directions.ts'
import type { ServicePause } from '../service-pause.ts'
import type { Vies } from '../vies/vies.ts'
import type { Sealing } from '#server/seal/sealing.ts'
import type { Hooks } from '../webhooks/hooks.ts'
import type { TryIt } from './trial.ts'
import { type PushDevices, tryPush } from './try-push.ts'
import {
  guarded,
  tryAccounting,
  tryAddress,
  tryDatabase,
  tryDirections,
  tryFolder,
  tryObjects,
  tryPlaces,
  tryRegistry,
} from './try-services.ts'
import { trySmtp } from './try-smtp.ts'

/** The most time for a trial. A page waits for it. */
const MILLISECONDS = 20_000
/** One picture of the map that contains Athens. */
const TILE: Readonly<Record<string, string>> = { s: 'a', z: '6', x: '36', y: '24', r: '' }

export type OpenedServices = {
  readonly accounting: OpenedAccounting | null
  readonly registry: Opened<Registry> | null
  readonly vies: Opened<Vies> | null
  readonly places: Opened<Places> | null
  readonly directions: Opened<Directions> | null
  readonly objects: ObjectStore | null
}

/** What the parts of the server itself need. */
export type Host = {
  readonly demo: boolean
  /** The number of processes on the database. */
  readonly processes: number
  readonly hooks: Hooks
  readonly sealing: Sealing
  readonly devices: PushDevices
}

type Fact = EnvironmentPart['facts'][number]
type Part = Omit<OpenedPart, 'tryIt'> & { readonly tryIt: TryIt | null; readonly pause?: ServicePause | undefined }

/** Returns the host of an address as a fact, because its user name, password, path and question may be secret. */
const hostOf = (address: string | undefined): Fact[] => {
  const url = address === undefined ? null : URL.parse(address)
  return url ? [{ name: 'address', value: url.host }] : []
}

/** Returns the state of a service, with its host if the environment names it. */
function serviceOf(service: Opened<unknown> | null): Pick<Part, 'state' | 'facts' | 'pause'> {
  if (service === null) return { state: 'missing', facts: [] }
  if (service.close) return { state: 'simulated', facts: [] }
  return { state: 'set', facts: hostOf(service.url), pause: service.pause }
}

function mailPart({ SMTP_URL: url, MAIL_FROM: from }: Config, demo: boolean): Part {
  const sender: Fact[] = from === undefined ? [] : [{ name: 'sender', value: from }]
  const common = { name: 'mail' as const, variables: ['SMTP_URL', 'MAIL_FROM'] }
  if (url === undefined || from === undefined)
    return { ...common, state: demo ? 'simulated' : 'missing', facts: sender, tryIt: null }
  const tryIt: TryIt = (question) => trySmtp({ url, from }, question)
  return { ...common, state: 'set', facts: [...hostOf(url), ...sender], tryIt }
}

function accountingPart(accounting: OpenedServices['accounting']): Part {
  return {
    name: 'accounting',
    variables: ['ACCOUNTING_URL', 'ACCOUNTING_SUBSCRIPTION_KEY', 'ACCOUNTING_EMAIL', 'ACCOUNTING_PASSWORD'],
    ...serviceOf(accounting),
    tryIt: accounting && tryAccounting(accounting.signIn, accounting.url),
  }
}

const registryPart = (registry: OpenedServices['registry']): Part => ({
  name: 'registry',
  variables: ['REGISTRY_USERNAME', 'REGISTRY_PASSWORD'],
  ...serviceOf(registry),
  tryIt: registry && tryRegistry(registry.port, registry.url),
})

/** VIES needs no account, so it is called at its own address unless the environment names another one or switches it off. */
const viesPart = (vies: OpenedServices['vies']): Part => ({
  name: 'vies',
  variables: ['VIES_URL'],
  ...serviceOf(vies),
  ...(vies === null ? { state: 'unused' } : {}),
  tryIt: vies && tryAddress(`${vies.url}/check-status`),
})

const placesPart = (places: OpenedServices['places']): Part => ({
  name: 'places',
  variables: ['GEOCODER_URL'],
  ...serviceOf(places),
  tryIt: places && tryPlaces(places.port, places.url),
})

const directionsPart = (directions: OpenedServices['directions']): Part => ({
  name: 'directions',
  variables: ['DIRECTIONS_URL', 'GOOGLE_ROUTES_KEY'],
  ...serviceOf(directions),
  tryIt: directions && tryDirections(directions.port, directions.url),
})

function tilesPart({ TILES_URL: template }: Config): Part {
  const url = template?.replace(/\{(\w+)\}/g, (_all, name: string) => TILE[name] ?? '')
  return {
    name: 'tiles',
    variables: ['TILES_URL'],
    state: url === undefined ? 'missing' : 'set',
    facts: hostOf(url),
    tryIt: url === undefined ? null : tryAddress(url),
  }
}

/** Without the variables the database contains the photos, which is no fault. */
const photosPart = ({ PHOTOS_S3_URL: url }: Config, objects: ObjectStore | null): Part => ({
  name: 'photos',
  variables: ['PHOTOS_S3_URL', 'PHOTOS_S3_REGION', 'PHOTOS_S3_KEY_ID', 'PHOTOS_S3_SECRET'],
  state: objects === null ? 'usual' : 'set',
  facts: hostOf(url),
  tryIt: objects && url ? tryObjects(objects, url) : null,
})

function publicAddressPart({ PUBLIC_URL: url }: Config): Part {
  return {
    name: 'public-address',
    variables: ['PUBLIC_URL'],
    state: url === undefined ? 'usual' : 'set',
    facts: hostOf(url),
    tryIt: url === undefined ? null : tryAddress(`${url.replace(/\/*$/, '')}/healthz`),
  }
}

const dataApiPart = ({ CORS_ORIGINS: origins }: Config): Part => ({
  name: 'data-api',
  variables: ['CORS_ORIGINS', 'API_DOCS_OPEN'],
  state: origins.length === 0 ? 'usual' : 'set',
  facts: origins.length === 0 ? [] : [{ name: 'origins', value: origins.join(', ') }],
  tryIt: null,
})

/** Without the variable one process keeps the key in a file. The files of several processes would differ. */
const secretsPart = ({ SECRETS_KEY: key }: Config, processes: number): Part => ({
  name: 'secrets',
  variables: ['SECRETS_KEY'],
  state: key !== undefined ? 'set' : processes === 1 ? 'usual' : 'missing',
  facts: key === undefined && processes > 1 ? [{ name: 'processes', value: String(processes) }] : [],
  tryIt: null,
})

/** Browsers take notifications only over https, or from this machine. Nothing has to be set for it but the public address. */
const pushPart = (config: Config, { db, devices, hooks, sealing }: Host & { readonly db: Database }): Part => ({
  name: 'push',
  variables: ['PUBLIC_URL', 'SECRETS_KEY'],
  state: !sealing.possible() ? 'missing' : config.PUBLIC_URL === undefined ? 'usual' : 'set',
  facts: [],
  tryIt: tryPush({ db, devices, hooks, sealing, publicUrl: config.PUBLIC_URL ?? '' }),
})

/** What the server itself runs on. `processes` work on the database; other servers may have started some of them. */
function serverParts(config: Config, db: Database, processes: number): Part[] {
  const { DATABASE_URL: url, WORKERS: workers, dataDir } = config
  const kind = db.engine === 'postgres' ? 'PostgreSQL' : 'PGlite'
  return [
    {
      name: 'database',
      variables: ['DATABASE_URL'],
      state: url === undefined ? 'usual' : 'set',
      facts: [{ name: 'kind', value: kind }, ...hostOf(url)],
      tryIt: tryDatabase(db),
    },
    {
      name: 'files',
      variables: ['DATA_DIR'],
      state: 'set',
      facts: [{ name: 'folder', value: dataDir }],
      tryIt: tryFolder(dataDir),
    },
    {
      name: 'processes',
      variables: ['WORKERS'],
      state: workers === 1 ? 'usual' : 'set',
      facts: [{ name: 'processes', value: String(processes) }],
      tryIt: null,
    },
  ]
}

/** Returns the parts of the environment, in the order of the settings page. */
export function openEnvironment(
  config: Config,
  db: Database,
  { accounting, registry, vies, places, directions, objects }: OpenedServices,
  host: Host,
): OpenedPart[] {
  const { demo, processes } = host
  const parts = [
    mailPart(config, demo),
    accountingPart(accounting),
    registryPart(registry),
    viesPart(vies),
    placesPart(places),
    directionsPart(directions),
    tilesPart(config),
    photosPart(config, objects),
    publicAddressPart(config),
    dataApiPart(config),
    pushPart(config, { ...host, db }),
    secretsPart(config, processes),
    ...serverParts(config, db, processes),
  ]
  return parts.map(({ tryIt, pause, ...part }) => ({
    ...part,
    ...(tryIt && { tryIt: guarded(tryIt, MILLISECONDS, pause) }),
  }))
}
