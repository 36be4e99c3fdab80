/** Compares the changes that no test of the rules catches with those that known.ts names. */
import type { Known } from './known.ts'
import type { Mutant } from './operators.ts'
import type { Outcome } from './try-changes.ts'

export const changeOf = ({ before, after }: Mutant): string => `${before} → ${after}`

/** Returns a change as it is printed: `file:line:column  before → after  the text of the line`. */
export const printed = (mutant: Mutant): string =>
  `${mutant.file}:${mutant.line}:${mutant.column}  ${changeOf(mutant)}  ${mutant.text}`

/** Returns for each entry the change that it names. Entries that name none are missing. */
function changesNamed(known: readonly Known[], all: readonly Mutant[]): Map<Known, Mutant> {
  const keyOf = (file: string, line: string, change: string): string => [file, line, change].join('\n')
  const byKey = Map.groupBy(all, (mutant) => keyOf(mutant.file, mutant.text, changeOf(mutant)))
  return new Map(
    known.flatMap((entry) => {
      const mutant = byKey.get(keyOf(entry.file, entry.line, entry.change))?.[(entry.nth ?? 1) - 1]
      return mutant ? [[entry, mutant] as const] : []
    }),
  )
}

/** Returns the entries that name no change of the files, or one that another entry names already. */
export function outdated(known: readonly Known[], all: readonly Mutant[]): Known[] {
  const named = changesNamed(known, all)
  const seen = new Set<Mutant>()
  return known.filter((entry) => {
    const mutant = named.get(entry)
    if (!mutant || seen.has(mutant)) return true
    seen.add(mutant)
    return false
  })
}

/** Sorts the outcomes: changes that a test catches, those that are named, those that are not, and entries of changes that a test catches. */
export function judge(outcomes: readonly Outcome[], known: readonly Known[], all: readonly Mutant[]) {
  const idOf = (mutant: Mutant): string => [mutant.file, mutant.site, mutant.after].join('\n')
  const entries = new Map([...changesNamed(known, all)].map(([entry, mutant]) => [idOf(mutant), entry]))
  const survived = outcomes.filter(({ caught }) => !caught)
  const isNamed = ({ mutant }: Outcome): boolean => entries.has(idOf(mutant))
  return {
    caught: outcomes.filter(({ caught }) => caught),
    named: survived.filter(isNamed),
    unnamed: survived.filter((one) => !isNamed(one)),
    caughtButNamed: outcomes.filter(({ caught }) => caught).filter(isNamed),
  }
}
