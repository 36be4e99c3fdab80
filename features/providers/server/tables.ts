export const owns = ['providers'] as const
export const reads = [] as const
