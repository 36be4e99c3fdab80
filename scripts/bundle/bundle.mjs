/** Bundles the server if the bundle is not up to date (decision 100). Runs on Node 20. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { read } from '../install/packages.mjs'
import { ROOT, runTool } from '../node.mjs'

export { ROOT }

const BUNDLER = 'scripts/bundle/bundle-server.ts'

/** The file that starts the bundled server. */
export const BUNDLE = join(ROOT, 'build', 'server', 'main.mjs')
/** Contains the names of the sources in the bundle, and a hash over them. */
export const STAMP_OF_BUNDLE = join(ROOT, 'build', 'server', 'stamp.json')

/** Returns a hash over files of the product and over what chooses the packages. A missing file counts as empty. */
export function hashOf(names) {
  const hash = createHash('sha256')
  for (const name of ['package.json', 'package-lock.json', BUNDLER, ...names])
    hash
      .update(`${name}\0`)
      .update(read(join(ROOT, name)) ?? '')
      .update('\0')
  return hash.digest('hex')
}

/** Reports whether the bundle was made from the present sources. A new source is in it only if another source changed. */
function isBundled() {
  const stamp = read(STAMP_OF_BUNDLE)
  if (stamp === null || !existsSync(BUNDLE)) return false
  const { sources, hash } = JSON.parse(stamp)
  return hashOf(sources) === hash
}

/** Bundles the server if its sources have changed. Returns the file to run: without a bundle the server runs from its sources. */
export async function serverToRun() {
  if (isBundled()) return BUNDLE
  const { code, output } = await runTool(BUNDLER, [], { quiet: true })
  if (code === 0) return BUNDLE
  console.error(output.trim())
  console.error('Kerino could not bundle its server, so it starts from the sources, which takes longer: see above.')
  return join(ROOT, 'app', 'server', 'main.ts')
}
