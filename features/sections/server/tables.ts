/** The tables this feature owns. */
export const owns = ['sections'] as const
