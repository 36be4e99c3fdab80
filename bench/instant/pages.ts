/**
 * Measures what a person waits for, in turns with a plain table of 150 rows (bench/floors/plain-table.html) in the same run: the first
 * rows, the first paint, the answer to a press on the first row or to a key in the search, and the longest task. Each opening is a new
 * tab. The table has medians, and in brackets the multiple of the floor.
 *
 * Run `node bench/instant/pages.ts [--pages=/orders,/driverpage] [--runs=7] [--slow=1,4] [--try=key] [--before=<folder>]
 * [--undrawn]`. It needs the built pages (`npm run build`). `--before` also opens the pages of another checkout, in turns with this one.
 * `--undrawn` opens each page also as the browser draws it, in place of cold.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext } from '@playwright/test'
import { SCREEN_COOKIE } from '#kernel/drawing/drawing.ts'
import type { DemoEmail } from '#db/demo/accounts.ts'
import type { Product, Session } from '../product.ts'
import {
  addressOf,
  browserOf,
  DEFAULT_PAGES,
  launch,
  median,
  openOnce,
  type Opening,
  ROOT,
  signIn,
  startDemo,
  type Try,
  visitedAt,
} from './visits.ts'

const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: DEFAULT_PAGES },
    runs: { type: 'string', default: '7' },
    slow: { type: 'string', default: '1,4' },
    try: { type: 'string', default: 'press' },
    before: { type: 'string' },
    undrawn: { type: 'boolean', default: false },
  },
})

const FLOOR = { rows: '[role=grid] tbody tr td:nth-child(3)', address: floorAddress() }
const TRIES: readonly Try[] = ['press', 'key', 'nothing']
const tried = TRIES.find((one) => one === options.try)
if (tried === undefined) throw new Error(`--try is one of ${TRIES.join(', ')}`)

function floorAddress(): string {
  return pathToFileURL(join(import.meta.dirname, '../floors/plain-table.html')).href
}

/** A program that is measured, with its open sessions. */
type Program = { readonly name: string; readonly product: Product; readonly sessions: Map<DemoEmail, Session> }

async function startProgram(name: string, root: string): Promise<Program> {
  return { name, product: await startDemo(root), sessions: new Map() }
}

async function contextOf(browser: Browser, { product, sessions }: Program, person: DemoEmail): Promise<BrowserContext> {
  const session = sessions.get(person) ?? (await signIn(product, person))
  sessions.set(person, session)
  return browserOf(browser, product, session)
}

/** The openings of one row of the table. */
type Row = { readonly name: string; readonly slow: number; readonly open: () => Promise<Opening> }

/** Returns how a page is opened: cold in a browser without files, and warm in one that has opened it twice. */
async function rowsOf(browser: Browser, program: Program, path: string, slow: number): Promise<Row[]> {
  const { person, rows } = visitedAt(path)
  const address = addressOf(program.product, path)
  const visit = { rows, slow, tried: rows === FLOOR.rows ? (tried ?? 'nothing') : ('nothing' as const) }
  const known = await contextOf(browser, program, person)
  // the second opening finds the files that the worker of the first has kept
  for (const _ of [1, 2]) await openOnce(known, address, { rows, slow: 1, tried: 'nothing' })
  return [
    { name: `${program.name}${path} warm`, slow, open: () => openOnce(known, address, visit) },
    options.undrawn
      ? {
          name: `${program.name}${path} warm, not drawn`,
          slow,
          open: async () => {
            // without the cookie of the screen the server draws nothing
            await known.clearCookies({ name: SCREEN_COOKIE })
            return openOnce(known, address, visit)
          },
        }
      : {
          name: `${program.name}${path} cold`,
          slow,
          open: async () => {
            const fresh = await contextOf(browser, program, person)
            const opening = await openOnce(fresh, address, visit)
            await fresh.close()
            return opening
          },
        },
  ]
}

const FIGURES = ['rows', 'painted', 'answered', 'longestTask'] as const

/** Opens the floor and all rows in turns, and prints their medians. */
async function measure(rows: readonly Row[], floor: Row): Promise<void> {
  const openings = new Map<Row, Opening[]>([floor, ...rows].map((row) => [row, []]))
  for (let run = 0; run < Number(options.runs); run++) for (const [row, seen] of openings) seen.push(await row.open())
  const medianOf = (row: Row, figure: (typeof FIGURES)[number]): number =>
    median((openings.get(row) ?? []).map((opening) => opening[figure]))
  for (const row of [floor, ...rows]) {
    const cells = FIGURES.map((figure) => {
      const value = medianOf(row, figure)
      if (Number.isNaN(value)) return '–'
      // the floor answers nothing by itself, so an answer is compared with its rows
      const least = medianOf(floor, figure === 'answered' ? 'rows' : figure)
      return figure === 'longestTask' ? value.toFixed(0) : `${value.toFixed(0)} (${(value / least).toFixed(1)} ×)`
    })
    console.log(`| ${row.name} | ${row.slow} × | ${cells.join(' | ')} |`)
  }
}

const browser = await launch()
const programs: Program[] = []
try {
  if (options.before) programs.push(await startProgram('before ', options.before))
  programs.push(await startProgram('', ROOT))
  console.log(
    `Medians of ${options.runs} new tabs in ms, load ${loadavg()[0]?.toFixed(1)}; in brackets the multiple of the floor\n`,
  )
  console.log('| page | slower | rows | painted | answered | longest task |\n|---|---:|---:|---:|---:|---:|')
  const plain = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  for (const slow of options.slow.split(',').map(Number)) {
    const floor: Row = {
      name: 'plain table',
      slow,
      open: () => openOnce(plain, FLOOR.address, { rows: FLOOR.rows, slow, tried: 'nothing' }),
    }
    for (const path of options.pages.split(',')) {
      const rows: Row[] = []
      for (const program of programs) rows.push(...(await rowsOf(browser, program, path, slow)))
      await measure(rows, floor)
    }
  }
} finally {
  await browser.close()
  for (const { product } of programs) await product.stop()
}
