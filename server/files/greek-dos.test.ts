/** Greek files of DOS are recognised by their bytes, and files of Windows stay what they are. */
import { expect, test } from 'vitest'
import { inWindows1253 } from '#features/supplier-files/server/test-files.ts'
import { textOfBytes } from './text-of-bytes.ts'

/** More bytes than any file here has. */
const MOST = 10_000
const TEXT = 'Ημερομηνία;Ποσό;Όνομα;Αιτιολογία\n19/11/2026;1.250,50;Ταβέρνα Ψαράς;Εξόφληση τιμολογίου\n'
/** The same text as Python writes it in the encoding cp737. */
const BYTES = Buffer.from(
  '86a39ca8a6a39ea4e5983b8fa6a9e63beea4a6a3983b80a0aba0a6a2a69ae5980a31392f31312f323032363b312e3235302c35303b929899e2a8a498209698a8e1aa3b84a5e6ada29ea99e20aba0a3a6a2a69ae5a6ac0a',
  'hex',
)

test('a Greek file of DOS is read with its letters and accents', async () => {
  expect(await textOfBytes(BYTES, MOST)).toEqual({ text: TEXT })
})

test.each([
  ['Greek of Windows', inWindows1253(TEXT), TEXT],
  ['Greek of Windows with more signs than letters', inWindows1253('«Ά» – «Ά» – 5 €\nΝαι'), '«Ά» – «Ά» – 5 €\nΝαι'],
  ['amounts in euros of Windows', inWindows1253('5 €;6 €;7 €'), '5 €;6 €;7 €'],
  ['UTF-8', Buffer.from(TEXT), TEXT],
])('a file in %s is not taken for one of DOS', async (_name, content, text) => {
  expect((await textOfBytes(content, MOST)).text).toBe(text)
})

test('a person who says that a file is one of Windows is believed', async () => {
  expect((await textOfBytes(inWindows1253(TEXT), MOST, 'windows-1253')).text).toBe(TEXT)
  expect((await textOfBytes(BYTES, MOST, 'windows-1253')).text).not.toBe(TEXT)
})
