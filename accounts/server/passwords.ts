/** Hashes passwords with argon2id and the parameters that OWASP recommends (19 MiB, 2 passes), as PHC text. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const TAG_BYTES = 32

/** The cost of hashing a password, and so of every attempt to guess one. */
export type HashWork = { readonly memoryKib: number; readonly passes: number }

const RECOMMENDED: HashWork = { memoryKib: 19_456, passes: 2 }

const digest = (password: string, nonce: Buffer, { memoryKib, passes }: HashWork): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory: memoryKib,
    passes,
  })

/** Returns the text to store for a password. Tests about other subjects pass less work. */
export async function hashPassword(password: string, work: HashWork = RECOMMENDED): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, nonce, work)
  return `$argon2id$v=19$m=${work.memoryKib},t=${work.passes},p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Reports whether a password matches the stored hash. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!match) return false
  const tag = Buffer.from(match[4] ?? '', 'base64url')
  const work = { memoryKib: Number(match[1]), passes: Number(match[2]) }
  const found = await digest(password, Buffer.from(match[3] ?? '', 'base64url'), work)
  return tag.length === found.length && timingSafeEqual(tag, found)
}
