/** A large file is read outside the server's thread, so that the server answers meanwhile. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCompany, type TestCompany } from '#server/testing/company.ts'
import { readAllItems } from '../process.ts'
import { readBeside } from './read-beside.ts'

/** More answers than a server gives that reads in its own thread. */
const SEVERAL = 10
const ROWS = 10_000

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

const read = (text: string) => readBeside({ target: 'customers', content: Buffer.from(text), told: {} })
const largeFile = `επωνυμία;ΑΦΜ;πόλη\n${Array.from({ length: ROWS }, (_, at) => `Ταβέρνα ${at};;Λάρισα ${'α'.repeat(300)}`).join('\n')}`

/** Counts the answers of the server until the work is done, up to several. */
async function answersDuring(work: Promise<unknown>): Promise<number> {
  let done = false
  const working = work.finally(() => {
    done = true
  })
  let answers = 0
  while (!done && answers < SEVERAL) {
    const { statusCode } = await company.app.inject('/healthz')
    if (!done && statusCode === 200) answers += 1
    // work in this thread would run now and delay the next answer
    await new Promise((turn) => setTimeout(turn, 1))
  }
  await working
  return answers
}

test('other requests are answered while a large file is read', async () => {
  // the thread is running
  expect((await read('επωνυμία;ΑΦΜ\nΤαβέρνα;')).rows).toEqual([{ line: 2, cells: ['Ταβέρνα', ''] }])
  const reading = read(largeFile)
  expect(await answersDuring(reading)).toBe(SEVERAL)
  expect((await reading).rows).toHaveLength(ROWS)
})

test('other requests are answered while the rows of a large file become records', async () => {
  const { headings, rows } = await read(largeFile)
  const columns = ['name', 'vat', 'city']
  const records = readAllItems({ target: 'customers', headings, columns, key: 'name', signs: [] }, rows)
  expect(await answersDuring(records)).toBe(SEVERAL)
  expect((await records).at(-1)).toMatchObject({ line: ROWS + 1, name: `Ταβέρνα ${ROWS - 1}` })
})

test('a file that cannot be read is refused with its reason, and the next one is read', async () => {
  await expect(read('<html><body>')).rejects.toMatchObject({
    refusal: { kind: 'refused', code: 'import.file-html' },
  })
  expect((await read('επωνυμία\nΤαβέρνα')).headings).toEqual(['επωνυμία'])
})
