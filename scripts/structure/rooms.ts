/** Checks that every folder can be overseen: how many files it holds, and that its name says what it is for. */
import { dirname } from 'node:path'
import { type Finding, isTest, type Sources } from './sources.ts'

/** The most files that one folder may hold beside their tests; folders inside it are counted for themselves. */
const MOST_FILES = 25

/** Folders whose files are numbered and never change; they grow with the product. */
const NUMBERED = ['db/migrations', 'docs/decisions']

/** Names that say how a file is made instead of which screen or job it serves. */
const MECHANISMS = ['common', 'components', 'helpers', 'hooks', 'lib', 'misc', 'shared', 'types', 'utils']

/** Reports folders with too many files, and folders that are named after a mechanism. */
export function checkRooms(sources: Sources): Finding[] {
  const counts = new Map<string, number>()
  for (const file of sources.files.filter((each) => !isTest(each)))
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].flatMap(([folder, count]): Finding[] => {
    const mechanism = folder.split('/').find((name) => MECHANISMS.includes(name))
    const tooMany = count > MOST_FILES && !NUMBERED.includes(folder)
    return [
      ...(mechanism === undefined
        ? []
        : [{ file: folder, says: `is named after a mechanism (${mechanism}): name the screen or the job it serves` }]),
      ...(tooMany
        ? [{ file: folder, says: `has ${count} files; at most ${MOST_FILES}: give it rooms named by screen or job` }]
        : []),
    ]
  })
}
