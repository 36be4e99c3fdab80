/** Lists the tables that this feature owns. */
export const owns = [
  'users',
  'sessions',
  'refresh_tokens',
  'sign_in_attempts',
  'known_devices',
  'account_links',
  'public_requests',
  'role_rights',
] as const
export const reads = ['sections', 'api_keys'] as const
