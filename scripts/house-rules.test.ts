import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFixture } from './fixture.ts'

const ROOT = dirname(import.meta.dirname)

/** Returns what the linter reports for one file, as `rule:line`. */
function lint(file: string, text: string): string[] {
  using product = writeFixture({
    [file]: text,
    'tsconfig.json': '{"compilerOptions":{"strict":true,"lib":["ES2024"]}}',
  })
  for (const name of ['.oxlintrc.json', 'scripts/house-rules.ts']) {
    mkdirSync(dirname(join(product.root, name)), { recursive: true })
    copyFileSync(join(ROOT, name), join(product.root, name))
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format=json', file],
    { cwd: product.root, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[]
  }
  return diagnostics.map(({ code, labels }) => `${code}:${labels[0]?.span.line}`)
}

test('rules must not read the clock or random numbers', () => {
  const text = `export const a = new Date()
export const b = Date.now()
export const c = Math.random()
export const d = new Date('2026-01-01')
export const e = Date.UTC(2026, 1, 1)
`
  expect(lint('kernel/a.ts', text)).toEqual(['house(no-clock):1', 'house(no-clock):2', 'house(no-clock):3'])
  expect(lint('features/orders/domain/a.ts', text)).toHaveLength(3)
  expect(lint('features/orders/server/a.ts', text)).toEqual([])
  expect(lint('features/orders/domain/a.test.ts', text)).toEqual([])
})

test('only kernel/money.ts may calculate with amounts', () => {
  const text = `declare const line: { totalCents: number; unitPrice: number; count: number; name: string; stock_e4: number }
declare let balance: number
export const a = line.totalCents + 1
export const b = line.count * line.unitPrice
balance -= 3
export const c = -line.stock_e4
export const d = \`\${line.totalCents} €\`
export const e = '€ ' + line.totalCents + line.name
export const f = line.totalCents > 0 && line.count + 1
declare function costOf(count: number): number
export const g = line.count + costOf(1)
`
  const found = [
    'house(no-raw-money):3',
    'house(no-raw-money):4',
    'house(no-raw-money):5',
    'house(no-raw-money):6',
    'house(no-raw-money):11',
  ]
  const raw = (file: string) => lint(file, text).filter((code) => code.startsWith('house(no-raw-money)'))
  expect(raw('features/orders/server/a.ts')).toEqual(found)
  expect(raw('features/orders/web/a.ts')).toEqual(found)
  expect(raw('kernel/money.ts')).toEqual([])
})

test('a test may not replace modules, nor functions that a module of the product exports', () => {
  const text = `import { expect, test, vi } from 'vitest'
import * as api from '#web/api.ts'
import * as files from 'node:fs'
vi.mock('#web/session.ts', () => ({}))
vi.mock('./near.ts')
vi.doMock('@tanstack/react-router', () => ({}))
vi.spyOn(api, 'runCommand')
vi.spyOn(files, 'readFileSync')
vi.spyOn(globalThis, 'fetch')
test('a', () => expect(vi.fn()).toBeDefined())
`
  const found = [4, 5, 6, 7].map((at) => `house(no-replaced-modules):${at}`)
  const refused = (file: string) => lint(file, text).filter((code) => code.startsWith('house(no-replaced-modules)'))
  expect(refused('features/orders/web/a.test.tsx')).toEqual(found)
  expect(refused('server/a.test.ts')).toEqual(found)
  expect(refused('testing/a.ts')).toEqual([])
})

test('a promise that is not awaited is reported, so the linter does read types', () => {
  const text = `async function save(): Promise<void> {}
export function press(): void {
  save()
}
`
  expect(lint('features/orders/server/a.ts', text)).toEqual(['typescript(no-floating-promises):3'])
})
