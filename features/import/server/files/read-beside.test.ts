/** A large file is read outside the server's thread, so that the server answers meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersDuring, SEVERAL } from '#testing/answers-during.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { readAllItems } from '../process.ts'
import { readBeside } from './read-beside.ts'

const ROWS = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const read = (text: string) => readBeside({ target: 'customers', content: Buffer.from(text), told: {} })
const largeFile = `επωνυμία;ΑΦΜ;πόλη\n${Array.from({ length: ROWS }, (_, at) => `Ταβέρνα ${at};;Λάρισα ${'α'.repeat(300)}`).join('\n')}`

test('other requests are answered while a large file is read', async () => {
  // the thread is running
  expect((await read('επωνυμία;ΑΦΜ\nΤαβέρνα;')).rows).toEqual([{ line: 2, cells: ['Ταβέρνα', ''] }])
  const reading = read(largeFile)
  expect(await answersDuring(company, reading)).toBe(SEVERAL)
  expect((await reading).rows).toHaveLength(ROWS)
})

test('other requests are answered while the rows of a large file become records', async () => {
  const { headings, rows } = await read(largeFile)
  const columns = ['name', 'vat', 'city']
  const records = readAllItems({ target: 'customers', headings, columns, key: 'name', signs: [] }, rows)
  expect(await answersDuring(company, records)).toBe(SEVERAL)
  expect((await records).at(-1)).toMatchObject({ line: ROWS + 1, name: `Ταβέρνα ${ROWS - 1}` })
})

test('a file that cannot be read is refused with its reason, and the next one is read', async () => {
  await expect(read('<html><body>')).rejects.toMatchObject({
    refusal: { kind: 'refused', code: 'import.file-html' },
  })
  expect((await read('επωνυμία\nΤαβέρνα')).headings).toEqual(['επωνυμία'])
})
