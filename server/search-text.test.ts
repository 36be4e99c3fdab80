import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barcodeKey } from '#kernel/barcode.ts'
import { fold, lookAlikeKey } from '#kernel/fold.ts'
import { phoneticKey } from '#kernel/phonetic-key.ts'
import { type Database, sql } from '#server/db/database.ts'
import { testDatabase } from '#testing/database.ts'
import { matchesWords } from './search-text.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const WORDS = [
  'Παπαδόπουλος',
  'papadopoulos',
  'ΞΕΝΟΔΟΧΕΊΟ ΨΑΡΆ',
  'Ευάγγελος Μπακογιάννης',
  'Γκίκας & Υιοί Ο.Ε.',
  'Άγγελος Ντούρος',
  'γγγγγ ggggg γκγκ ngng γγκ',
  'Αύρα, Ρεύμα, Φοίβος',
  'Τζατζίκι «Θεοδώρα» 100%',
  'İstanbul Çay',
  'chrysanthou knitting quick-wax jazz',
  'ααα !! ου άι',
  'ς ΣΣΣ τέλος',
]

test('the keys computed here equal the keys that the database stores', async () => {
  const made = fc.sample(
    fc.string({
      unit: fc.constantFrom(...Array.from('αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊΰΆΈabcdefghijklmnopqrstuvwxyz !%_\\')),
      maxLength: 30,
    }),
    { numRuns: 300, seed: 7 },
  )
  const texts = [...WORDS, ...made]
  const rows = await db.many<{ folded: string; key: string; alike: string }>(
    sql`select fold(text) as folded, phonetic_key(text) as key, look_alike_key(text) as alike from unnest(${texts}::text[]) with ordinality as t(text, at) order by at`,
  )
  expect(rows.map((row) => row.key)).toEqual(texts.map(phoneticKey))
  expect(rows.map((row) => row.folded)).toEqual(texts.map(fold))
  expect(rows.map((row) => row.alike)).toEqual(texts.map(lookAlikeKey))
})

test('a barcode has the same key here and in the database, whatever its length', async () => {
  const digits = Array.from({ length: 17 }, (_, length) => '00520123456789012'.slice(0, length))
  const codes = [...digits, '05201234567893', '5201234567893 ', '520123456789a', '٥٢٠١٢٣٤٥', 'ΚΕΡΙ-1']
  const rows = await db.many<{ key: string }>(
    sql`select barcode_key(code) as key from unnest(${codes}::text[]) with ordinality as c(code, at) order by at`,
  )
  expect(rows.map(({ key }) => key)).toEqual(codes.map(barcodeKey))
})

test('planning a statement about orders does not write these functions out, which costs more than the plan', async () => {
  const plan = await db.many<{ 'QUERY PLAN': string }>(
    sql`explain (verbose) select fold(name), phonetic_key(name) from orders`,
  )
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Output: fold\(name\), phonetic_key\(name\)$/m)
})

test.each([
  { text: 'Άγγελος', typed: 'angelos', found: true },
  { text: 'Άγγελος', typed: 'aggelos', found: true },
  { text: 'Angelos', typed: 'άγγελος', found: true },
  { text: 'Γκίκας', typed: 'gikas', found: true },
  { text: 'Ξενοδοχείο Ζέφυρος', typed: 'ξξξξ', found: false },
  { text: 'Ξενοδοχείο Ζέφυρος', typed: 'zzzz', found: false },
  { text: 'Γκίκας', typed: 'γγγγ', found: false },
  { text: 'Γκίκας', typed: 'gggg', found: false },
  { text: 'Pizza Zzzz', typed: 'zzzz', found: true },
])('"$typed" in "$text" is found: $found; repeated letters are kept', async ({ text, typed, found }) => {
  const column = sql`(fold(${text}) || ' ' || phonetic_key(${text}))`
  expect(await db.one(sql`select ${matchesWords(column, typed)} as found`)).toEqual({ found })
})

test('one spelling finds the other, and wildcard characters stand for themselves', async () => {
  const finds = async (text: string, search: string): Promise<boolean> => {
    const column = sql`(fold(${text}) || ' ' || phonetic_key(${text}))`
    return (await db.one<{ found: boolean }>(sql`select ${matchesWords(column, search)} as found`)).found
  }
  expect(await finds('Παπαδόπουλος', 'papadopoulos')).toBe(true)
  expect(await finds('Ταβέρνα Ψαρά', 'psara taverna')).toBe(true)
  expect(await finds('Παπαδόπουλος', 'nikolaou')).toBe(false)
  expect(await finds('100 τεμάχια', '100%')).toBe(false)
  expect(await finds('100% βαμβάκι', '100%')).toBe(true)
  expect(await finds('a\\b', 'a\\b')).toBe(true)
  expect(await finds('ab', 'a_')).toBe(false)
})
