/**
 * Encrypts the secrets that the database contains, with a key that it does not contain: from the environment, or from a file beside
 * the embedded database.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#server/make-folder.ts'
import { seal, unseal } from './seal.ts'

const KEY_FILE = 'secrets.key'
/** The name of the file while the key only encrypted second factors. */
const EARLIER_KEY_FILE = 'second-factor.key'
const KEY_BYTES = 32

export type Sealing = {
  /** Reports whether new secrets can be encrypted. False if other processes could not read them. */
  readonly possible: () => boolean
  /** Returns the encrypted text; null if that is not possible. In the row of another `owner` it cannot be read. */
  readonly seal: (text: string, owner: string) => string | null
  /** Returns the text. Null if the key is missing or another one, or if the text belongs to another owner or was changed. */
  readonly unseal: (sealed: string, owner: string) => string | null
}

/** Encrypts nothing. For a runner whose commands store no secret. */
export const NO_SEALING: Sealing = { possible: () => false, seal: () => null, unseal: () => null }

type Keys = {
  readonly possible: () => boolean
  /** Returns the key for a new secret; null if there is none. */
  readonly forNew: () => Buffer | null
  /** Returns the key for a stored secret; null if there is none. */
  readonly forStored: () => Buffer | null
}

/** Returns the encryption with these keys. */
export const sealingWith = ({ possible, forNew, forStored }: Keys): Sealing => ({
  possible,
  seal: (text, owner) => {
    const key = forNew()
    return key && seal(key, text, owner)
  },
  unseal: (sealed, owner) => {
    const key = forStored()
    return key && unseal(key, sealed, owner)
  },
})

/** Returns the key in a text of 32 bytes in base64. Null if it is no such text. */
export function keyIn(text: string): Buffer | null {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === KEY_BYTES ? key : null
}

/** Gives the key file its present name. */
function renameEarlierFile(folder: string): void {
  try {
    renameSync(join(folder, EARLIER_KEY_FILE), join(folder, KEY_FILE))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function readKeyFile(path: string): Buffer | null {
  try {
    const key = keyIn(readFileSync(path, 'utf8'))
    if (key === null) throw new Error(`The file ${path} contains no key: restore it from a copy.`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a new key file that only its owner may read, unless another process has just written one. Returns the key in it. */
function makeKeyFile(folder: string): Buffer | null {
  const path = join(folder, KEY_FILE)
  // a number of the process would be the same after each start of a container, and a crash leaves this file
  const unfinished = `${path}.${randomUUID()}`
  makeFolder(folder)
  writeFileSync(unfinished, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // a link appears with its whole content, and never replaces a file
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readKeyFile(path)
}

type KeySource = {
  /** The value of SECRETS_KEY. */
  readonly given: string | undefined
  readonly dataDir: string
  /** Reports whether several processes may work on the database. They may have other folders. */
  readonly shared: () => boolean
}

/**
 * Returns the encryption of secrets for a process. The key file is made with the first secret. Several processes need the variable:
 * the file of one of them is unknown to the others.
 */
export function sealingOf({ given, dataDir, shared }: KeySource): Sealing {
  const fromVariable = given === undefined ? null : keyIn(given)
  if (fromVariable === null) renameEarlierFile(dataDir)
  const stored = () => fromVariable ?? readKeyFile(join(dataDir, KEY_FILE))
  const possible = () => fromVariable !== null || !shared()
  return sealingWith({
    possible,
    forStored: stored,
    forNew: () => (possible() ? (stored() ?? makeKeyFile(dataDir)) : null),
  })
}
