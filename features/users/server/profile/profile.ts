import type { NameRules } from '../name-rules.ts'
import { changeOwnNameCommand, ownProfileQuery, saveOwnAddressesCommand } from './own-profile.ts'

/** What people do with their own account, for the manifest of users. */
export const ofProfile = {
  commands: (names: NameRules) => [changeOwnNameCommand(names), saveOwnAddressesCommand],
  queries: [ownProfileQuery],
} as const
