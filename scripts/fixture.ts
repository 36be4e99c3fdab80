/** Creates a small product in a temporary folder, for the tests of the checks. */
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '#testing/temporary-folder.ts'

const ROOT = dirname(import.meta.dirname)

const PACKAGE = {
  type: 'module',
  imports: Object.fromEntries(
    ['kernel', 'accounts', 'features', 'server', 'web', 'app', 'simulators', 'testing'].map((room) => [
      `#${room}/*`,
      `./${room}/*`,
    ]),
  ),
  dependencies: { zod: '*', fastify: '*' },
  devDependencies: { '@playwright/test': '*' },
}

/**
 * Writes files into a new folder with the packages of this product. The folder is removed at the end of the block
 * (`using`).
 */
export function writeFixture(files: Record<string, string>): { root: string; [Symbol.dispose](): void } {
  const root = realpathSync(temporaryFolder('check'))
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction')
  for (const [path, text] of Object.entries({ 'package.json': JSON.stringify(PACKAGE), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}
