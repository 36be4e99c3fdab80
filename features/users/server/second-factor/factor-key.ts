/** The key that encrypts the secrets of second factors: from the environment, or from a file beside the embedded database. */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEY_FILE = 'second-factor.key'
const KEY_BYTES = 32

export type FactorKey = {
  /** Returns the key for a new secret. Null if other processes could not read what is encrypted with it. */
  readonly forNew: () => Buffer | null
  /** Returns the key for a stored secret. Null if there is none. */
  readonly forStored: () => Buffer | null
}

/** Returns the key in a text of 32 bytes in base64. Null if it is no such text. */
export function keyIn(text: string): Buffer | null {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === KEY_BYTES ? key : null
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
  const unfinished = `${path}.${process.pid}`
  mkdirSync(folder, { recursive: true })
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
  /** The value of SECOND_FACTOR_KEY. */
  readonly given: string | undefined
  readonly dataDir: string
  /** Reports whether several processes may work on the database. They may have other folders. */
  readonly shared: () => boolean
}

/**
 * Returns the key of a process. The key file is made with the first secret. Several processes need the variable: the file of one
 * of them is unknown to the others.
 */
export function factorKeyOf({ given, dataDir, shared }: KeySource): FactorKey {
  const fromVariable = given === undefined ? null : keyIn(given)
  const stored = () => fromVariable ?? readKeyFile(join(dataDir, KEY_FILE))
  return {
    forStored: stored,
    forNew: () => fromVariable ?? (shared() ? null : (stored() ?? makeKeyFile(dataDir))),
  }
}
