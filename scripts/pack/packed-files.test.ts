import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'
import { writeFixture } from '../fixture.ts'
import { packSmaller } from './packed-files.ts'

test('files that were packed quickly are packed smaller, and their content stays', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
  using product = writeFixture({ 'pages/assets/page.js': text, 'pages/sw.js': 'tiny' })
  const folder = join(product.root, 'pages')
  const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  writeFileSync(join(folder, 'assets/page.js.br'), quick)
  await packSmaller(folder)
  const packed = readFileSync(join(folder, 'assets/page.js.br'))
  expect(packed.length).toBeLessThan(quick.length)
  expect(brotliDecompressSync(packed).toString()).toBe(text)
  expect([readdirSync(join(folder, 'assets')), readdirSync(folder)]).toEqual([
    ['page.js', 'page.js.br'],
    ['assets', 'sw.js'],
  ])
})
