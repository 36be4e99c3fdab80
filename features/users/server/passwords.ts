/** Password hashes: argon2id with the parameters OWASP recommends (19 MiB, 2 passes), as PHC text. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const TAG_BYTES = 32

/** What it costs to hash a password, and with it to try one. */
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

/** The text to store for a password; tests that are not about passwords give less work. */
export async function hashPassword(password: string, work: HashWork = RECOMMENDED): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, nonce, work)
  return `$argon2id$v=19$m=${work.memoryKib},t=${work.passes},p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Whether a password is the one that was stored. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!match) return false
  const tag = Buffer.from(match[4] ?? '', 'base64url')
  const work = { memoryKib: Number(match[1]), passes: Number(match[2]) }
  const found = await digest(password, Buffer.from(match[3] ?? '', 'base64url'), work)
  return tag.length === found.length && timingSafeEqual(tag, found)
}
