import type { NameRules } from '../name-rules.ts'
import {
  changeOwnNameCommand,
  chooseOwnLandingCommand,
  ownProfileQuery,
  saveOwnAddressesCommand,
} from './own-profile.ts'
import { endOtherSessionsCommand, endOwnSessionCommand, ownSessionsQuery } from './own-sessions.ts'

/** What people do with their own account, for the manifest of users. */
export const ofProfile = {
  commands: (names: NameRules) => [
    changeOwnNameCommand(names),
    chooseOwnLandingCommand,
    saveOwnAddressesCommand,
    endOwnSessionCommand,
    endOtherSessionsCommand,
  ],
  queries: [ownProfileQuery, ownSessionsQuery],
} as const
