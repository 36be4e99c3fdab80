/** Tests where the key of the secrets comes from. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sealingOf } from './sealing.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'

/** The file that the operations guide names. */
const KEY_FILE = 'secrets.key'

let folder: string
beforeEach(() => {
  folder = temporaryFolder('seal')
})
afterEach(() => rmSync(folder, { recursive: true }))

const newKey = () => randomBytes(32).toString('base64')
const open = (given: string | undefined, processes = 1) =>
  sealingOf({ given, dataDir: folder, shared: () => processes > 1 })

test('one process makes a key file with the first secret, which only its owner may read, and finds it again', () => {
  const sealing = open(undefined)
  expect([sealing.possible(), existsSync(join(folder, KEY_FILE))]).toEqual([true, false])
  const sealed = sealing.seal('word', 'a') ?? ''
  expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600)
  expect(open(undefined).unseal(sealed, 'a')).toBe('word')
  expect(open(undefined).unseal(sealed, 'b')).toBeNull()
})

test('an unfinished key file that a crash left stops no later process with the same number', () => {
  writeFileSync(join(folder, `${KEY_FILE}.${process.pid}`), '')
  expect(open(undefined).unseal(open(undefined).seal('word', 'a') ?? '', 'a')).toBe('word')
})

test('several processes without the variable encrypt nothing, and still decrypt by the key file', () => {
  const sealed = open(undefined).seal('word', 'a') ?? ''
  const shared = open(undefined, 2)
  expect([shared.possible(), shared.seal('word', 'a'), shared.unseal(sealed, 'a')]).toEqual([false, null, 'word'])
})

test('the variable replaces the file, and a variable with the content of the file decrypts the same secrets', () => {
  const sealed = open(undefined).seal('word', 'a') ?? ''
  const fromFile = readFileSync(join(folder, KEY_FILE), 'utf8')
  expect(open(fromFile, 3).unseal(sealed, 'a')).toBe('word')
  expect(open(newKey(), 3).unseal(sealed, 'a')).toBeNull()
  expect(open(newKey(), 3).possible()).toBe(true)
})

test('the key file of an earlier version is renamed and used', () => {
  const key = newKey()
  writeFileSync(join(folder, 'second-factor.key'), key)
  const sealed = open(key).seal('word', 'a') ?? ''
  expect(open(undefined).unseal(sealed, 'a')).toBe('word')
  expect(readFileSync(join(folder, KEY_FILE), 'utf8')).toBe(key)
})

test('a key file without a valid key causes an error and is not replaced', () => {
  writeFileSync(join(folder, KEY_FILE), 'damaged')
  expect(() => open(undefined).seal('word', 'a')).toThrow(KEY_FILE)
  expect(readFileSync(join(folder, KEY_FILE), 'utf8')).toBe('damaged')
})
