/** What the feature users brings to the server. */
import { feature } from '#server/feature.ts'
import { createUserCommand } from './create-user.ts'

export const users = feature({
  name: 'users',
  commands: [createUserCommand],
})
