/** The tables this feature owns. */
export const owns = ['notes', 'files'] as const
