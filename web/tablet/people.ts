/** The names of the people who work at this tablet under one account (C-83). */
const NAME = 'packer-name'
const NAMES = 'packer-names'
/** This many names fit on one row of a tablet. */
const MOST_NAMES = 5

/** Returns the person who worked here last, or an empty text. */
export const personHere = (): string => localStorage.getItem(NAME) ?? ''

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
