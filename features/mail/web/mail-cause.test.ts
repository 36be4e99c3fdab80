import { expect, test } from 'vitest'
import { causeInWords } from './mail-cause.ts'

test.each([
  ['ECONNECTION', '<connection>'],
  ['anna@x.gr: ETIMEDOUT; nikos@x.gr: ESOCKET', 'anna@x.gr: <time-out>; nikos@x.gr: <connection>'],
  ['550 5.1.1 No such user here', '550 5.1.1 No such user here'],
  ['ENEW', 'ENEW'],
])('the error “%s” is shown as “%s”', (error, text) => {
  expect(causeInWords(error, (cause) => `<${cause}>`)).toBe(text)
})
