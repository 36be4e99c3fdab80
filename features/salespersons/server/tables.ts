export const owns = ['salespersons'] as const
export const reads = ['counted_documents'] as const
