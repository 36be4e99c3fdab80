/** Tries the outside services, the database and the folder, each by one harmless request. */
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Trial } from '#kernel/settings/environment.ts'
import { whyNotVat } from '#kernel/vat-number.ts'
import { type Database, sql } from '#server/db/database.ts'
import { fetchText } from '../fetch-text.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Places } from '../places/places.ts'
import type { Registry } from '../registry/registry.ts'
import type { Directions } from '../routes/directions.ts'
import type { ServicePause } from '../service-pause.ts'
import { failed, faultOfReason, type TryIt, works } from './trial.ts'
import { whyNoConnection } from './why-no-connection.ts'

const MILLISECONDS = 8_000
/** Two points of Athens between which every map has a road. */
const [SYNTAGMA, OMONIA] = [
  { lat: 37.9755, lon: 23.7348 },
  { lat: 37.9841, lon: 23.728 },
]
/** A folder with less room than this stops the database soon. */
const LEAST_BYTES = 200_000_000

/** Returns the result for the reason of a connector. For a failed connection it connects again to find the cause. */
async function failedFor(reason: string, address: string): Promise<Trial> {
  const fault = faultOfReason(reason) ?? (await whyNoConnection(address, MILLISECONDS)) ?? 'cut'
  return failed(fault, fault === 'other' || fault === 'service-fault' ? reason : '')
}

/** The codes of the registry that concern the user name and the password. */
const ABOUT_THE_PASSWORD = /TOKEN_USERNAME_(NOT_AUTHENTICATED|NOT_DEFINED|NOT_ACTIVE|TOO_LONG)/
const ABOUT_THE_NUMBER_OF_CALLS = /TOLERATED|LIMIT|MAX_/

/** Asks the registry for the company's own VAT number, because it informs the owner of each question. */
export const tryRegistry =
  (registry: Registry, url: string): TryIt =>
  async ({ vat }) => {
    if (whyNotVat(vat) !== null) return failed('no-vat')
    const answer = await registry.find(vat)
    switch (answer.kind) {
      case 'found':
        return works(answer.company.name)
      case 'absent':
        return failed('vat-unknown', answer.code)
      case 'unavailable':
        return failedFor(answer.reason, url)
      case 'refused': {
        const { code } = answer
        if (ABOUT_THE_PASSWORD.test(code)) return failed('wrong-password', code)
        return failed(ABOUT_THE_NUMBER_OF_CALLS.test(code) ? 'too-many' : 'account-refused', code)
      }
    }
  }

/** Looks for the address of the company on the map. */
export const tryPlaces =
  (places: Places, url: string): TryIt =>
  async ({ address }) => {
    const answer = await places.search(address)
    if (answer.kind === 'unavailable') return failedFor(answer.reason, url)
    const [first] = answer.places
    return first ? works(first.name) : failed('no-answer')
  }

/** Asks for the way between two squares of Athens. */
export const tryDirections =
  (directions: Directions, url: string): TryIt =>
  async () => {
    const answer = await directions.route({ start: SYNTAGMA, end: OMONIA, stops: [OMONIA], optimise: false })
    if (answer.kind === 'found') return works()
    return answer.kind === 'unavailable' ? failedFor(answer.reason, url) : failed('no-answer')
  }

/** Signs in at the accounting service. `signIn` returns why it was refused; null if it was not. */
export const tryAccounting =
  (signIn: () => Promise<string | null>, url: string): TryIt =>
  async () => {
    const reason = await signIn()
    if (reason === null) return works()
    // this service answers a wrong key or password with any of these
    if (reason === 'http-400' || reason === 'http-403') return failed('wrong-password')
    return failedFor(reason, url)
  }

/** Reads an address. It works if the answer has the status 200. */
export const tryAddress =
  (url: string): TryIt =>
  async () => {
    const reply = await fetchText(url, {
      method: 'GET',
      headers: { 'user-agent': 'Kerino' },
      signal: AbortSignal.timeout(MILLISECONDS),
    })
    if ('failure' in reply) return failedFor(reply.failure, url)
    return reply.status === 200 ? works() : failedFor(`http-${reply.status}`, url)
  }

/** Stores a small object, reads it and removes it. */
export const tryObjects =
  (objects: ObjectStore, url: string): TryIt =>
  async () => {
    const name = `images/trial-${crypto.randomUUID()}`
    const content = Buffer.from('trial')
    const stored = await objects.put(name, content, 'text/plain')
    const read = stored.kind === 'stored' ? await objects.get(name) : stored
    const removed = stored.kind === 'stored' ? await objects.remove(name) : stored
    for (const answer of [stored, read, removed]) {
      if (answer.kind !== 'unavailable') continue
      // the service answers a wrong key, a wrong secret and a missing permission with the same status
      return answer.reason === 'http-403' ? failed('account-refused', answer.reason) : failedFor(answer.reason, url)
    }
    return read.kind === 'found' && read.content.equals(content) ? works() : failed('no-answer')
  }

/** Asks the database for its version. */
export const tryDatabase =
  (db: Database): TryIt =>
  async () => {
    try {
      const { version } = await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)
      return works(version)
    } catch {
      return failed('service-fault')
    }
  }

/** Writes a small file to the folder, deletes it, and reads how much room is left. */
export const tryFolder =
  (folder: string): TryIt =>
  async () => {
    const path = join(folder, `trial-${crypto.randomUUID()}`)
    try {
      await mkdir(folder, { recursive: true })
      const file = await open(path, 'wx', 0o600)
      try {
        await file.writeFile('trial')
        await file.sync()
      } finally {
        await file.close()
        await rm(path, { force: true })
      }
      const { bavail, bsize } = await statfs(folder)
      const bytes = bavail * bsize
      const free = `${(bytes / 1e9).toFixed(1)} GB`
      return bytes < LEAST_BYTES ? failed('no-room', free) : works(free)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return failed(code === 'ENOSPC' || code === 'EDQUOT' ? 'no-room' : 'not-writable', code)
    }
  }

/** Adds to a failed trial until when the service is not called, and limits the time of all. */
export const guarded =
  (tryIt: TryIt, milliseconds: number, pause?: ServicePause): TryIt =>
  async (question) => {
    const { promise: late, resolve } = Promise.withResolvers<Trial>()
    const timer = setTimeout(() => resolve(failed('time-out')), milliseconds)
    try {
      const trial = await Promise.race([tryIt(question), late])
      if (trial.kind === 'works' || !pause) return trial
      return { ...trial, pausedUntil: await pause.until() }
    } finally {
      clearTimeout(timer)
    }
  }
