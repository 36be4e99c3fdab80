/**
 * Counts what the questions of pages and programs read, buffer by buffer: `node bench/growth.ts [--json=file]` with
 * DATABASE_URL. `--orders=1000000` fills the database first, which must be empty; `--only=board` asks some of them.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { sql } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { asker, type Cost } from '#testing/growth/ask.ts'
import type { Question } from '#testing/growth/question.ts'
import { questionsAbout } from '#testing/growth/questions.ts'
import { chooseSubjects } from '#testing/growth/subjects.ts'
import { generateLoad } from './generate.ts'
import { FULL_SIZE } from './load-size.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
})
/** The first runs fill caches, so only the shortest of them is reported. */
const RUNS = Number(options.runs)
/** The maximum number of open orders, whatever the number of all orders. */
const MOST_OPEN = 15_000

const db = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? './data',
  statementSeconds: 300,
})
await migrate(db)
if (options.orders !== undefined) {
  const orders = Number(options.orders)
  const size = { ...FULL_SIZE, orders, open: Math.min(orders * 0.15, MOST_OPEN) }
  console.log(await generateLoad(db, size))
  if (db.engine === 'postgres') await db.run(sql`vacuum (analyze)`)
}

const ask = asker(db)
const subjects = await chooseSubjects(db)
const results: (Question & Cost)[] = []
for (const question of questionsAbout(subjects)) {
  if (options.only && !`${question.kind} ${question.name}`.includes(options.only)) continue
  let best: Cost | null = null
  for (let run = 0; run < RUNS; run++) {
    const cost = await ask(question)
    if (best === null || cost.milliseconds < best.milliseconds) best = cost
  }
  if (best === null) continue
  results.push({ ...question, ...best })
  const mark = best.buffers > 1_000 || best.milliseconds > 50 ? '!' : ' '
  console.log(
    `${mark} ${String(best.buffers).padStart(8)} ${best.milliseconds.toFixed(1).padStart(8)} ms  ${question.name} ${JSON.stringify(question.input)}`,
  )
}
if (options.json) writeFileSync(options.json, JSON.stringify({ subjects, results }, null, 1))

const kinds = Map.groupBy(results, ({ kind }) => kind)
console.log('\n| questions | how many | most buffers | longest ms |\n|---|---:|---:|---:|')
for (const [kind, of] of kinds) {
  const most = Math.max(...of.map(({ buffers }) => buffers))
  const longest = Math.max(...of.map(({ milliseconds }) => milliseconds))
  console.log(`| ${kind} | ${of.length} | ${most.toLocaleString('en')} | ${longest.toFixed(1)} |`)
}
await db.close()
