/** A Vite plugin that compresses the files that the server sends, and what compresses them further. */
import { globSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files are not compressed. */
const LEAST_PACKED_BYTES = 1_000
const PACKED = /\.(js|css|ttf|svg|json)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A first start packs quickly: files are a tenth larger and take a twentieth of the time. `packSmaller` makes up for it afterwards. */
const QUALITY = { quick: 9, best: 11 } as const

async function packed(content: Buffer, quality: number): Promise<Buffer> {
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
}

/** Writes each file also as .br and .gz, so that the server does not compress it for each request. */
export const packedFiles = (speed: keyof typeof QUALITY): Plugin => ({
  name: 'packed-files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => PACKED.test(name))
    await Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(dir, name))
        if (content.length < LEAST_PACKED_BYTES) return
        await writeFile(join(dir, `${name}.br`), await packed(content, QUALITY[speed]))
        await writeFile(join(dir, `${name}.gz`), await zip(content, { level: 9 }))
      }),
    )
  },
})

/** Packs the files of a built folder as small as possible, one at a time. The server may send them meanwhile. */
export async function packSmaller(folder: string): Promise<void> {
  for (const name of globSync('**/*.br', { cwd: folder })) {
    const file = join(folder, name)
    const draft = `${file}.${process.pid}`
    await writeFile(draft, await packed(await readFile(file.replace(/\.br$/, '')), QUALITY.best))
    await rename(draft, file)
  }
}
