/** The words of rights, areas and roles, and which rights the page shows. */
import { useTranslation } from 'react-i18next'
import { containsWords } from '#kernel/fold.ts'
import { may, type Right, type Role, whyNotChangeRight } from '#kernel/rights.ts'
import { allNamespaces } from '#web/i18n.ts'
import type { DeclaredRight, RoleRights } from '../../domain/rights-contract.ts'
import { WORDS } from '#web/language/text-files.ts'
import { needTexts } from '#web/language/needed-texts.ts'

// these words of all areas are in a file of their own
needTexts(WORDS)

/** A right with its words, as the page shows it. */
export type ShownRight = DeclaredRight & { readonly words: string }
export type ShownArea = { readonly area: string; readonly title: string; readonly rights: readonly ShownRight[] }

/** Returns functions for the words of rights, areas and roles in the person's language. */
export function useRightWords() {
  const { t } = useTranslation('users')
  return {
    area: (area: string): string => t(`right-area.${area}`, { ns: [area, 'frame'] }),
    right: ({ name, area }: DeclaredRight): string => t(`right.${name}`, { ns: [area, ...allNamespaces()] }),
    role: (role: Role): string => t(`role.${role}`),
  }
}
export type RightWords = ReturnType<typeof useRightWords>

/** The answer has every field of a declared right, but is none for the compiler, which accepts rights of the code only. */
const declared = (right: DeclaredRight): Right => right as unknown as Right

/** Reports whether a role holds a right now. */
export const isHeld = (right: DeclaredRight, { role, changes }: RoleRights): boolean =>
  may({ role, rightChanges: changes }, declared(right))

/** Reports whether an administrator has changed a right for a role. */
export const isChanged = (right: DeclaredRight, role: RoleRights): boolean =>
  isHeld(right, role) !== right.holders.includes(role.role)

/** Returns the key of the text that says why a right cannot be changed for a role, or null. */
export function closedKey(right: DeclaredRight, { role }: RoleRights): string | null {
  const why = whyNotChangeRight(role, right)
  return why === null ? null : `refusal.right-${why}`
}

/** Returns the rights whose words, area or name have all the typed words, by area. */
export function shownAreas(
  rights: readonly DeclaredRight[],
  words: Pick<RightWords, 'area' | 'right'>,
  typed: string,
  isWanted: (right: DeclaredRight) => boolean,
): ShownArea[] {
  const shown = rights.filter(isWanted).flatMap((right): ShownRight[] => {
    const one = { ...right, words: words.right(right) }
    return containsWords(`${one.words} ${words.area(right.area)} ${right.name}`, typed) ? [one] : []
  })
  return [...Map.groupBy(shown, ({ area }) => area)].map(([area, of]) => ({
    area,
    title: words.area(area),
    rights: of,
  }))
}
