import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { areasNeeded, filesOf, firstLoad } from './first-load.ts'

const chunk = (fileName: string, imports: string[], css: string[] = []) => ({
  type: 'chunk',
  fileName,
  imports,
  moduleIds: [],
  code: `// ${fileName}`,
  isEntry: fileName === 'page.js',
  facadeModuleId: fileName === 'orders.js' ? '/root/features/orders/web/list/OrdersPage.tsx' : null,
  viteMetadata: { importedCss: new Set(css) },
})

const bundle = {
  'page.js': chunk('page.js', ['base.js']),
  'base.js': chunk('base.js', [], ['base.css']),
  'base.css': { type: 'asset', fileName: 'base.css', source: 'body{}' },
  'orders.js': chunk('orders.js', ['base.js', 'lists.js']),
  'lists.js': chunk('lists.js', ['base.js']),
  'other.js': chunk('other.js', ['base.js']),
} as unknown as Rolldown.OutputBundle

/** Runs the check of the build, and returns what it says against it. */
function check(limits: { bytes: number; files: number }): string {
  const { generateBundle } = firstLoad('/root', limits)
  let said = ''
  const context = { getModuleInfo: () => null, error: (text: string) => void (said = text) }
  const run = (generateBundle as { handler: (options: unknown, all: Rolldown.OutputBundle) => void }).handler
  run.call(context as never, {}, bundle)
  return said
}

test('what a page loads is its chunk, all that this imports, and their styles', () => {
  expect([...filesOf(bundle, 'orders.js')].toSorted()).toEqual(['base.css', 'base.js', 'lists.js', 'orders.js'])
})

test('a module needs the areas that the build has written into it', () => {
  expect(areasNeeded(`import {x} from 'y';needTextsHere('orders', 'views');needTextsHere('stock')`)).toEqual([
    'orders',
    'views',
    'stock',
  ])
})

test('a build is refused whose order list loads more bytes or files than allowed, with the names of the files', () => {
  expect(check({ bytes: 1_000, files: 5 })).toBe('')
  expect(check({ bytes: 10, files: 5 })).toContain('lists.js')
  expect(check({ bytes: 1_000, files: 4 })).toContain('in 5 files')
})
