/** Lists the tables of others that this feature reads. */
export const reads = ['history', 'users', 'api_keys'] as const
