/** Lists the tables that this feature owns. */
export const owns = ['api_keys', 'api_key_use'] as const
export const reads = ['usable_keys'] as const
