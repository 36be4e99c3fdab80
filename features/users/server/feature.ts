/** Declares what the feature users adds to the server. */
import { feature } from '#server/feature.ts'
import { usersRights } from '../domain/rights.ts'
import { createUserCommand } from './create-user.ts'
import { userRetentions } from './forget-sessions.ts'

export const users = feature({
  name: 'users',
  rights: usersRights,
  entities: [{ name: 'users', read: usersRights.write }],
  commands: [createUserCommand],
  retentions: userRetentions,
})
