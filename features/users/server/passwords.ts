/** Password hashes: argon2id with the parameters OWASP recommends (19 MiB, 2 passes), as PHC text. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32

const digest = (password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFC'), 'utf8'),
    nonce,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory,
    passes,
  })

/** The text to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await digest(password, nonce, MEMORY_KIB, PASSES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`
}

/** Whether a password is the one that was stored. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!match) return false
  const tag = Buffer.from(match[4] ?? '', 'base64url')
  const found = await digest(password, Buffer.from(match[3] ?? '', 'base64url'), Number(match[1]), Number(match[2]))
  return tag.length === found.length && timingSafeEqual(tag, found)
}
