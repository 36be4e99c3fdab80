/** The tables this feature owns. */
export const owns = ['settings'] as const
