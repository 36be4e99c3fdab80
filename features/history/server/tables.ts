/** Lists the tables of others that this feature reads. */
export const reads = ['history', 'security_events', 'users', 'api_keys'] as const
