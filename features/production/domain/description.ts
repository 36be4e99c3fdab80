/** How the specification describes washing tasks. It is stored, and never shown. */
export const WASHING_DESCRIPTION = 'EPISTROFH-PLYSIMO'

/** Returns the description of a task for people; empty for the stored word of a washing task, whose section says what is done. */
export const shownDescription = (description: string): string =>
  description === WASHING_DESCRIPTION ? '' : description
