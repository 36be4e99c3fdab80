/** Asks Git which files a change touches. */
import { spawnSync } from 'node:child_process'

export type Change = {
  /** The commit that the working tree is compared with. */
  readonly base: string
  /** Says in words which commit that is. */
  readonly named: string
  /** The paths of files that were added, changed, moved or removed since then, also those that no commit has. */
  readonly files: readonly string[]
}

/**
 * Compares the working tree with `since`, or else with the commit at which the branch left `origin/main`. Without that branch it
 * compares with the last commit, and if nothing has changed since, with the one before. Only files below `root` count. Returns null
 * without such a commit, or if `root` is in no repository that contains it. Throws if there is no commit `since`, or Git fails.
 */
export function readChange(root: string, since?: string): Change | null {
  if (since !== undefined) {
    const base = revision(root, since)
    if (base === null) throw new Error(`There is no commit ${since}.`)
    return changeSince(root, base, since)
  }
  const last = revision(root, 'HEAD')
  // a folder without a commit may be in another repository, whose changes do not concern it
  if (last === null || git(root, 'rev-parse', '--verify', '--quiet', 'HEAD:./') === null) return null
  const left = git(root, 'merge-base', 'HEAD', 'origin/main')
  if (left !== null) return changeSince(root, left.trim(), 'origin/main')
  const uncommitted = changeSince(root, last, 'the last commit')
  if (uncommitted.files.length > 0) return uncommitted
  const before = revision(root, 'HEAD~1')
  return before === null ? null : changeSince(root, before, 'the commit before the last one')
}

const revision = (root: string, name: string): string | null =>
  git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)?.trim() ?? null

function changeSince(root: string, base: string, named: string): Change {
  // without the search for moved files, a moved one is a removed and an added one
  const changed = git(root, 'diff', '--name-only', '--no-renames', '--relative', '-z', base)
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard', '-z')
  if (changed === null || untracked === null) throw new Error(`Git cannot compare the files with ${named}.`)
  const files = [...changed.split('\0'), ...untracked.split('\0')].filter((file) => file !== '')
  return { base, named, files: [...new Set(files)].toSorted() }
}

/** Returns what Git prints, or null if it fails or is missing. */
function git(root: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : null
}
