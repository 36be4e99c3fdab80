/** Removes what neither the product nor its tests read from the installed packages: a fifth of what they take. Runs on Node 20. */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Maps from the code of a package to its sources, which the package seldom contains. */
const SOURCE_MAP = /\.(js|mjs|cjs|css|ts|mts|cts)\.map$/

/** Removes the source maps below a folder. */
async function removeSourceMaps(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await removeSourceMaps(path)
    else if (entry.isFile() && SOURCE_MAP.test(entry.name)) await rm(path, { force: true })
  }
}

/** Removes source maps from the packages below `root`, and from the packages with a Node the headers for programs in C. */
export async function removeUnread(root, nodeRoot) {
  await removeSourceMaps(join(root, 'node_modules'))
  const folder = join(nodeRoot, 'node_modules')
  const entries = existsSync(folder) ? await readdir(folder, { withFileTypes: true }) : []
  for (const entry of entries)
    if (entry.isDirectory()) await rm(join(folder, entry.name, 'include'), { recursive: true, force: true })
}
