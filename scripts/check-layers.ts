/** Checks the layers: reads every import of the product and compares it with import-rules.ts. */
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { VariableDeclarator } from '@swc/core'
import { Visitor } from '@swc/core/Visitor.js'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { importRules } from './import-rules.ts'
import { FEATURES } from './layers.ts'

const ROOMS = [
  'kernel',
  'accounts',
  'features',
  'server',
  'web',
  'app',
  'db',
  'simulators',
  'testing',
  'scripts',
  'e2e',
  'bench',
]

// dependency-cruiser reads files with swc, whose visitor stops at `using`. Here `using` is read like `const`.
/* oxlint-disable typescript/unbound-method, typescript/no-deprecated -- dependency-cruiser has no other parser for TypeScript 7 */
const visitStatement = Visitor.prototype.visitStatement
Visitor.prototype.visitStatement = function (statement) {
  if ((statement.type as string) !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators((statement as unknown as { decls: VariableDeclarator[] }).decls)
  return statement
}
/* oxlint-enable typescript/unbound-method, typescript/no-deprecated */

/** Returns every import below `root` that the layers forbid, and every file that was not checked. */
export async function findLayerViolations(root: string): Promise<{ findings: string[]; files: number }> {
  const rooms = ROOMS.filter((room) => existsSync(join(root, room)))
  const sources = globSync(`{${rooms.join(',')}}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !file.endsWith('.d.ts'),
  )
  const { options, ...ruleSet } = importRules
  const { output } = await cruise(sources, { ...options, ruleSet, validate: true, baseDir: root })
  const { modules, summary } = output as ICruiseResult

  const findings = summary.violations.map(({ from, to, rule, cycle }) => {
    const why = ruleSet.forbidden?.find(({ name }) => name === rule.name)?.comment ?? ''
    const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' → ') : `${from} → ${to}`
    return `${way}: ${rule.name}. ${why}`
  })

  // A parser that cannot read TypeScript reports no module and no violation, so every file must appear in the result.
  const seen = new Set(modules.filter((module) => !module.couldNotResolve).map((module) => module.source))
  for (const source of sources) if (!seen.has(source)) findings.push(`${source}: was not read by the check of layers`)

  const names = new Set(sources.filter((file) => file.startsWith('features/')).map((file) => file.split('/')[1] ?? ''))
  for (const name of names) {
    if (!FEATURES.includes(name)) findings.push(`features/${name}: has no place in scripts/layers.ts`)
  }
  return { findings, files: sources.length }
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  // the tool works relative to the current folder
  process.chdir(root)
  const { findings, files } = await findLayerViolations(root)
  for (const finding of findings) console.log(finding)
  console.log(`${files} files read, ${findings.length} violations`)
  if (findings.length > 0 || files === 0) process.exitCode = 1
}
