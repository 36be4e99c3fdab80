/** The names of the people who work at this tablet under one account (C-83). */
import type { Role } from '#kernel/rights.ts'
import type { Person } from '#web/offline/stored-person.ts'

const NAME = 'packer-name'
const NAMES = 'packer-names'
/** The roles whose accounts several people may share. */
const SHARED: readonly Role[] = ['section', 'production', 'operations']
/** This many names fit on one row of a tablet. */
const MOST_NAMES = 5

/** Returns the person who worked here last, or an empty text. */
export const personHere = (): string => localStorage.getItem(NAME) ?? ''

/**
 * Returns who works here: the person of a personal account is known (C-99). Several people share the account of a section, the workshop or
 * the loading bay, so there it is whoever worked here last (C-83).
 */
export const workerHere = ({ actingRole, username }: Pick<Person, 'actingRole' | 'username'>): string =>
  actingRole !== null && SHARED.includes(actingRole) ? personHere() : personHere() || username

/** Returns the people of this tablet, most recent first. */
export function peopleHere(): readonly string[] {
  const names = (localStorage.getItem(NAMES) ?? personHere()).split('\n')
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

/** Stores the name of a person as the most recent one. */
export function rememberPerson(name: string): void {
  localStorage.setItem(NAME, name)
  const names = [name, ...peopleHere().filter((known) => known !== name)]
  localStorage.setItem(NAMES, names.slice(0, MOST_NAMES).join('\n'))
}
