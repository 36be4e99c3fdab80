/** The tables that this feature owns, and those of others that it reads. */
export const owns = ['sections'] as const
export const reads = ['products', 'requirement_steps'] as const
