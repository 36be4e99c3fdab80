/** Lists the tables that this feature owns. */
export const owns = [
  'users',
  'sessions',
  'refresh_tokens',
  'sign_in_attempts',
  'known_devices',
  'api_keys',
  'account_links',
  'public_requests',
] as const
export const reads = ['sections'] as const
