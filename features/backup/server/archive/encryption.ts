/**
 * Encrypts a backup with a passphrase: scrypt makes the key, AES-256-GCM encrypts pieces of 64 kB. Each piece proves its own place and
 * whether it is the last one, so that pieces cannot be changed, exchanged or cut off.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { piecesOf } from '#server/integrations/backups/pieces.ts'
import { BrokenBackup } from './broken-backup.ts'

const MAGIC = Buffer.from('KERINO-BACKUP-1\n')
const SALT_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES
const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const KEY_BYTES = 32
/** About 64 MB and a fraction of a second for each guess. */
const COST = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> => derive(passphrase, salt, KEY_BYTES, COST)

/** The nonce of a piece: its number, which is used once with a key, because each file has a salt of its own. */
function nonceOf(piece: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(last ? 1 : 0, 0)
  nonce.writeBigUInt64BE(BigInt(piece), 4)
  return nonce
}

/** Reports whether a file begins like an encrypted backup. */
export const isEncrypted = (start: Uint8Array): boolean => MAGIC.equals(Buffer.from(start).subarray(0, MAGIC.length))

/** Yields the encrypted bytes of a source. */
export async function* encrypted(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)])
  const key = await keyOf(passphrase, header.subarray(MAGIC.length))
  yield header
  let number = 0
  for await (const { content, last } of piecesOf(source, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, last))
    cipher.setAAD(header)
    yield Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

/** Yields what was encrypted. Throws BrokenBackup if the passphrase is wrong or the file was changed or cut. */
export async function* decrypted(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < HEADER_BYTES) {
    const next = await iterator.next()
    if (next.done) throw new BrokenBackup('cut')
    start = Buffer.concat([start, next.value])
  }
  const header = start.subarray(0, HEADER_BYTES)
  if (!isEncrypted(header)) throw new BrokenBackup('no-backup')
  const key = await keyOf(passphrase, header.subarray(MAGIC.length))
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield start.subarray(HEADER_BYTES)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  let number = 0
  for await (const { content, last } of piecesOf(rest(), PIECE_BYTES + TAG_BYTES)) {
    if (content.length < TAG_BYTES) throw new BrokenBackup('cut')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last), { authTagLength: TAG_BYTES })
    decipher.setAAD(header)
    decipher.setAuthTag(content.subarray(-TAG_BYTES))
    let plain: Buffer
    try {
      plain = Buffer.concat([decipher.update(content.subarray(0, -TAG_BYTES)), decipher.final()])
    } catch {
      throw new BrokenBackup(number === 0 ? 'passphrase' : 'changed')
    }
    yield plain
    number += 1
  }
}
