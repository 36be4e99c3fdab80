import { expect, test } from 'vitest'
import { whyWeakPassword } from './weak-password.ts'

const NAMES = ['maria.p@example.gr', 'Μαρία Παππά', 'Κηροποιία Αιγαίου']

test.each([
  ['nine characters', 'abc-xyz-1', 'users.password-short'],
  ['one of the commonest', 'Password123', 'users.password-common'],
  ['one of the commonest, with accents', 'Κωδικός1234', 'users.password-common'],
  ['a word of the published list', 'California', 'users.password-common'],
  ['a pattern of the published list', '1029384756', 'users.password-common'],
  ['one sign again and again', 'aaaaaaaaaaaa', 'users.password-common'],
  ['one word again and again', 'kerikerikeri', 'users.password-common'],
  ['digits in a row', '23456789012', 'users.password-common'],
  ['letters in a row, backwards', 'lkjihgfedcba', 'users.password-common'],
  ['the name of the product with a year', 'kerino2026', 'users.password-common'],
  ['a common word with digits and a sign', 'Password123!', 'users.password-common'],
  ['a season with a year and signs', 'Summer2026!!', 'users.password-common'],
  ['a year before a season', '2026-Winter', 'users.password-common'],
  ['a Greek word with a year', 'Καλοκαίρι.2026', 'users.password-common'],
  ['a common word with signs for letters', 'P@$$w0rd2026', 'users.password-common'],
  ['a common word with a digit for its last letter', 'kerin0_123', 'users.password-common'],
  ['a common word in letters of full width', 'ｐａｓｓｗｏｒｄ１２３', 'users.password-common'],
  ['a common word in bold letters', '𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝𝟏𝟐𝟑', 'users.password-common'],
  ['the name in letters of full width', 'Ｍａｒｉａ．ｐ－２０２６', 'users.password-own-name'],
  ['the e-mail', 'maria.p@example.gr', 'users.password-own-name'],
  ['the first part of the e-mail with a year', 'maria.p-2026', 'users.password-own-name'],
  ['the name', 'μαρια παππα!', 'users.password-own-name'],
  ['the company with a digit', 'Κηροποιία Αιγαίου 1', 'users.password-own-name'],
])('%s is refused as a new password', (_what, password, code) => {
  expect(whyWeakPassword(password, NAMES)).toMatchObject({ kind: 'invalid', code })
})

test.each([
  'τρία κεριά στο παράθυρο',
  'a-good-password',
  'Summer on 14 islands',
  'kerino-demo',
  'kerino-73915284',
  'Maria likes 14 candles',
  'κωδικός-δοκιμής',
  '🕯🕯🔥🌊🌊🐟🐟🌞🌛🌟',
])('%s is accepted, because no kinds of characters are required', (password) => {
  expect(whyWeakPassword(password, NAMES)).toBeNull()
})
