/** Checks that every path that a guide of the source names leads to a file or a folder. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding, Sources } from './sources.ts'

const GUIDES_AT_THE_TOP = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md']

const CODE = /`([^`\n]+)`/g
const LINK = /\]\(([^)#\s]+)(?:#[^)]*)?\)/g
/** A name alone, such as `totals.ts`. */
const FILE_NAME = /^[\w.-]+\.(tsx?|mjs|css|sql|peggy)$/
/** A path whose first part is a room of the repository or of a feature. `*` stands for a part of a name. */
const PATH =
  /^(kernel|accounts|features|server|web|app|db|simulators|testing|scripts|e2e|bench|docs|domain)\/[\w.*/-]*$/

/** Returns the paths in backticks and in links that lead into the repository. */
function pathsIn(text: string): string[] {
  const code = [...text.matchAll(CODE)].map((match) => match[1] ?? '')
  const links = [...text.matchAll(LINK)].map((match) => match[1] ?? '')
  return [
    ...code.filter((path) => PATH.test(path) || FILE_NAME.test(path)),
    ...links.filter((path) => !/^[a-z]+:|^\//.test(path)),
  ]
}

/** Returns a pattern that finds the files a path stands for: itself, or what lies in the folder. */
function patternOf(path: string): RegExp {
  const name = path.replace(/\/$/, '').replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')
  return new RegExp(`^${name}(/|$)`)
}

/** Reports paths that lead nowhere in ARCHITECTURE.md, CONTRIBUTING.md and every README.md. */
export function checkPaths(sources: Sources): Finding[] {
  const guides = [
    ...GUIDES_AT_THE_TOP.filter((file) => existsSync(join(sources.root, file))),
    ...sources.files.filter((file) => file.endsWith('/README.md')),
  ]
  return guides.flatMap((guide) => {
    const folder = dirname(guide)
    const leadsSomewhere = (path: string): boolean => {
      if (existsSync(join(sources.root, folder, path)) || existsSync(join(sources.root, path))) return true
      if (FILE_NAME.test(path))
        return sources.files.some((file) => file.endsWith(`/${path}`) && (folder === '.' || file.startsWith(folder)))
      // a guide outside the features also names the files that every feature may have, such as `server/feature.ts`
      const starts = ['', `${folder}/`, ...(guide.startsWith('features/') ? [] : ['features/*/'])]
      return starts.some((start) => sources.files.some((file) => patternOf(`${start}${path}`).test(file)))
    }
    return [...new Set(pathsIn(readFileSync(join(sources.root, guide), 'utf8')))]
      .filter((path) => !leadsSomewhere(path))
      .map((path) => ({ file: guide, says: `names ${path}, which does not exist` }))
  })
}
