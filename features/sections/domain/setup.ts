/** The rules of the setup of sections. */
import { fold } from '#kernel/fold.ts'
import { quantity } from '#kernel/money.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

/** The floors on which a section may be (S2-CON-09), from the lowest to the highest. */
export const FLOORS = ['Basement', 'Ground', '1', '2', '3', '4', '5'] as const
export const MOST_ALIASES = 20

/** The bounds of what a section takes on a working day: a hundredth, a million pieces, and the minutes of two hundred people. */
export const LEAST_A_DAY = quantity(100)
export const MOST_PIECES_A_DAY = quantity(1_000_000_0000)
export const MOST_MINUTES_A_DAY = quantity(100_000_0000)

/** The pages below /tasks, whose addresses no section can have. The pages of production are compared with it. */
export const RESERVED_NAMES: readonly string[] = ['board']

type Named = {
  readonly id: number | null
  readonly name: string
  readonly aliases: readonly string[]
  readonly accountName: string | null
}

/** Returns a first name as a section stores it as its account name: trimmed and in small letters. */
export const accountNameOf = (firstName: string): string => firstName.trim().toLowerCase()

/** Returns every word that means the section, as words are compared: without accents and case. */
const spellings = ({ name, aliases, accountName }: Named): Set<string> =>
  new Set([name, ...aliases, ...(accountName === null ? [] : [accountName])].map(fold))

/**
 * Returns why a section may not have its names, or null if it may. A page of the tasks may have one of them as its address. Another section
 * may have one of them as its name, spelling or account name, whatever accents and case, so that an address, a task or a first name
 * would mean both.
 */
export function whyNotNamed(section: Named, all: readonly Named[]): Refusal | null {
  const reserved = RESERVED_NAMES.map(fold)
  if (section.id === null && reserved.includes(fold(section.name)))
    return refusal('refused', 'sections.name-reserved', {
      name: section.name,
      fields: { name: 'sections.name-reserved' },
    })
  const wrong = section.aliases.find((one) => reserved.includes(fold(one)))
  if (wrong !== undefined)
    return refusal('refused', 'sections.name-reserved', { name: wrong, fields: { aliases: 'sections.name-reserved' } })
  for (const other of all) {
    if (other.id === section.id) continue
    const taken = spellings(other)
    if (taken.has(fold(section.name)))
      return refusal('refused', 'sections.name-taken', {
        name: section.name,
        section: other.name,
        fields: { name: 'sections.name-taken' },
      })
    const alias = section.aliases.find((one) => taken.has(fold(one)))
    if (alias !== undefined)
      return refusal('refused', 'sections.alias-taken', {
        name: alias,
        section: other.name,
        fields: { aliases: 'sections.alias-taken' },
      })
    if (section.accountName !== null && taken.has(fold(section.accountName)))
      return refusal('refused', 'sections.account-taken', {
        name: section.accountName,
        section: other.name,
        fields: { accountName: 'sections.account-taken' },
      })
  }
  return null
}
