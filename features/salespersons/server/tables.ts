export const owns = ['salespersons'] as const
export const reads = ['postings'] as const
