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
  'second_factors',
  'recovery_codes',
  'begun_sign_ins',
] as const
export const slots = ['program_names', 'usable_keys'] as const
export const reads = ['sections', 'settings', 'history'] as const
