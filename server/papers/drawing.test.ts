/**
 * Papers are drawn outside the server's thread. The server answers meanwhile, and a failure affects only its own
 * paper.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Paper } from '#kernel/paper.ts'
import { SYSTEM } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import { openTestCompany, type TestCompany } from '#testing/company.ts'
import { openDrawing } from './drawing.ts'
import { onePdfOf, pdfOf } from './pdf.ts'
import { readPdf } from '#testing/read-pdf.ts'

const paper = (title: string, number: string, lines: number): Paper => ({
  fileName: `${title}.pdf`,
  title,
  number,
  company: { name: 'Κηροπλαστείο Δοκιμής Α.Ε.', lines: [] },
  facts: [{ label: 'Ημερομηνία', value: '20/11/2026' }],
  marks: [],
  parties: [],
  blocks: [
    {
      kind: 'table',
      heading: '',
      columns: [
        { heading: 'Α/Α', width: 12, align: 'right' },
        { heading: 'Περιγραφή', width: null, align: 'left' },
        { heading: 'Τιμή', width: 24, align: 'right' },
        { heading: 'ΦΠΑ', width: 24, align: 'right' },
        { heading: 'Αξία', width: 24, align: 'right' },
      ],
      rows: Array.from({ length: lines }, (_, at) => [
        `Ν${at + 1}`,
        `Κηρίο με άρωμα βανίλιας ${at + 1}`,
        '3,50',
        '24%',
        '3,50',
      ]),
      sums: [],
    },
  ],
  foot: { printed: '20/11/2026', page: 'Σελίδα', of: 'από' },
})
const LONG = 1_000
/** More answers than a server gives that draws in its own thread. */
const SEVERAL = 10

let company: TestCompany
beforeAll(async () => {
  company = await openTestCompany()
})
afterAll(() => company?.close())

test('other requests are answered while a long paper is drawn', async () => {
  // the thread is running and has read its fonts
  await pdfOf(paper('Προσφορά', '1', 1))
  let drawn = false
  const drawing = pdfOf(paper('Προσφορά', '2', LONG)).finally(() => {
    drawn = true
  })
  let answers = 0
  while (!drawn && answers < SEVERAL) {
    const { statusCode } = await company.app.inject('/healthz')
    if (!drawn && statusCode === 200) answers += 1
    // a drawing in this thread would run now and delay the next answer
    await new Promise((turn) => setTimeout(turn, 1))
  }
  expect(answers).toBe(SEVERAL)
  const { pages } = await readPdf(await drawing)
  expect(pages.at(-1)).toContain(`Ν${LONG} `)
})

test('several papers that are requested together are all drawn correctly', async () => {
  const titles = ['Προσφορά', 'Παραγγελία', 'Καρτέλα']
  const pdfs = await Promise.all(titles.map((title, at) => pdfOf(paper(title, String(at), 80))))
  const read = await Promise.all(pdfs.map(readPdf))
  expect(read.map(({ title }) => title)).toEqual(titles.map((title, at) => `${title} ${at}`))
  for (const { pages } of read) expect(pages.at(-1)).toContain('Ν80 ')
})

test('a paper that cannot be drawn is refused, and the next one is drawn', async () => {
  const broken = (wrong: object): Paper => ({ ...paper('Προσφορά', '1', 1), ...wrong })
  const [cannotDraw, cannotSend, fine] = await Promise.allSettled([
    pdfOf(broken({ company: null })),
    pdfOf(broken({ title: () => 'Προσφορά' })),
    pdfOf(paper('Προσφορά', '2', 1)),
  ])
  // the log contains the reason
  const reason = (name: string) => ({
    reason: {
      refusal: { kind: 'unavailable', code: 'paper-not-drawn' },
      cause: { message: expect.stringContaining(name) },
    },
  })
  expect(cannotDraw).toMatchObject(reason('TypeError'))
  expect(cannotSend).toMatchObject(reason('could not be cloned'))
  expect(fine.status === 'fulfilled' && (await readPdf(fine.value)).title).toBe('Προσφορά 2')
})

test('a command waits for its paper without a transaction, and gets a paper with the data at the commit', async () => {
  await company.db.run(sql`insert into settings (name, value) values ('test-title', '"Πριν"')`)
  let attempts = 0
  // these papers delay the paper of the command
  const before = Promise.all(['1', '2', '3'].map((number) => pdfOf(paper('Προσφορά', number, LONG))))
  const mailing = company.runner.work(SYSTEM, 'test.mail', async (work) => {
    attempts += 1
    const { title } = await work.tx.one<{ title: string }>(
      sql`select value #>> '{}' as title from settings where name = 'test-title'`,
    )
    await work.tx.run(sql`insert into settings (name, value) values ('test-mailed', to_jsonb(${title}::text))`)
    return work.pdfOf(paper(title, '7', 1))
  })
  await expect.poll(() => attempts, { interval: 1 }).toBe(1)
  await company.db.run(sql`update settings set value = '"Μετά"' where name = 'test-title'`)
  expect((await readPdf(await mailing)).title).toBe('Μετά 7')
  expect(await company.db.many(sql`select value from settings where name = 'test-mailed'`)).toEqual([{ value: 'Μετά' }])
  await before
})

test('several papers are one PDF, each with its own page numbers and heads, which can open the print dialog', async () => {
  const papers = [paper('Προσφορά', '1', 80), paper('Παραγγελία', '2', 1), paper('Παραγγελία', '3', 80)]
  const pdf = await onePdfOf({ fileName: 'a.pdf', papers }, false)
  const { pages, title } = await readPdf(pdf)
  expect(title).toBe('Προσφορά 1 – Παραγγελία 3')
  expect(pages.map((page) => /Σελίδα \d+ από \d+/.exec(page)?.[0])).toEqual([
    'Σελίδα 1 από 2',
    'Σελίδα 2 από 2',
    'Σελίδα 1 από 1',
    'Σελίδα 1 από 2',
    'Σελίδα 2 από 2',
  ])
  // the first page of a paper has its head, and a further page the small one
  expect(pages.map((page) => /(ΠΡΟΣΦΟΡΑ|ΠΑΡΑΓΓΕΛΙΑ|Προσφορά|Παραγγελία) \d/.exec(page)?.[0])).toEqual([
    'ΠΡΟΣΦΟΡΑ 1',
    'Προσφορά 1',
    'ΠΑΡΑΓΓΕΛΙΑ 2',
    'ΠΑΡΑΓΓΕΛΙΑ 3',
    'Παραγγελία 3',
  ])
  expect(pdf.includes('/Print')).toBe(false)
  expect((await onePdfOf({ fileName: 'a.pdf', papers }, true)).includes('/Print')).toBe(true)
})

describe('a thread', () => {
  const drawing = (milliseconds: number, waiting: number) => {
    const draw = openDrawing(new URL('../../testing/failing-thread.ts', import.meta.url), { milliseconds, waiting })
    return (one: Paper) => draw({ papers: [one], print: false })
  }
  const refused = (code: string) => ({ refusal: { kind: 'unavailable', code } })

  test('that crashes is restarted for the next paper', async () => {
    const draw = drawing(30_000, 20)
    const [dead, next] = await Promise.allSettled([draw(paper('dies', '1', 0)), draw(paper('fine', '2', 0))])
    expect(dead).toMatchObject({ reason: refused('paper-not-drawn') })
    expect(next.status === 'fulfilled' && next.value.toString()).toBe('2')
    expect((await draw(paper('fine', '3', 0))).toString()).toBe('3')
  })

  test('that does not finish in time is stopped, and papers beyond the queue limit are refused', async () => {
    const draw = drawing(3_000, 1)
    const hung = draw(paper('hangs', '1', 0))
    const waits = draw(paper('fine', '2', 0))
    await expect(draw(paper('fine', '3', 0))).rejects.toMatchObject(refused('papers-waiting'))
    await expect(hung).rejects.toMatchObject(refused('paper-not-drawn'))
    expect((await waits).toString()).toBe('2')
  })
})
