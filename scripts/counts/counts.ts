/**
 * Prints the figures of the house as a table, and compares what stands twice with its limits in limits.json. `--lower` writes the limits
 * of the figures that fell.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSources, type Sources } from '../structure/sources.ts'
import { FIGURES } from './figures.ts'

export type Limits = Readonly<Record<string, number>>

/** Returns what is wrong with the limits: a figure that rose, or one that fell and whose limit was not lowered with it. */
export function compareWithLimits(counted: ReadonlyMap<string, number>, limits: Limits): string[] {
  return FIGURES.filter(({ standsTwice }) => standsTwice).flatMap(({ name }) => {
    const now = counted.get(name) ?? 0
    const limit = limits[name] ?? 0
    if (now > limit) return [`${name}: ${now}, ${now - limit} more than before. What stands twice never rises`]
    if (now < limit) return [`${name}: ${now}, fewer than its limit of ${limit}. Run scripts/counts/counts.ts --lower`]
    return []
  })
}

/** Counts all figures of the product below `root`. */
export const countFigures = (sources: Sources): Map<string, number> =>
  new Map(FIGURES.map(({ name, count }) => [name, count(sources)]))

/** Returns the limits with those lowered whose figure fell. A limit that is not written yet becomes its figure. */
export const loweredLimits = (counted: ReadonlyMap<string, number>, limits: Limits): Limits =>
  Object.fromEntries(
    FIGURES.filter(({ standsTwice }) => standsTwice).map(({ name }) => {
      const now = counted.get(name) ?? 0
      return [name, Math.min(now, limits[name] ?? now)]
    }),
  )

const FILE = join(import.meta.dirname, 'limits.json')

if (import.meta.main) {
  const counted = countFigures(openSources(dirname(dirname(import.meta.dirname))))
  if (process.argv.includes('--lower')) {
    const limits = loweredLimits(counted, JSON.parse(readFileSync(FILE, 'utf8')) as Limits)
    writeFileSync(FILE, `${JSON.stringify(limits, null, 2)}\n`)
  }
  const limits = JSON.parse(readFileSync(FILE, 'utf8')) as Limits
  const row = (name: string, ...figures: readonly (number | string)[]): string =>
    [name.padEnd(64), ...figures.map((figure) => String(figure).padStart(16))].join('')
  console.log(row('', '28 November 2026', 'now', 'goal'))
  for (const { name, was, goal } of FIGURES) console.log(row(name, was, counted.get(name) ?? 0, goal))
  const wrong = compareWithLimits(counted, limits)
  for (const line of wrong) console.log(line)
  if (wrong.length > 0) process.exitCode = 1
}
