/** Provides a valid input for each command and query of users, for tests that call all of them. */
import { PASSWORD } from '#server/testing/people-and-goods.ts'
import { type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => {
  let accounts = 0
  return {
    'users.create-user': async () => ({
      email: `new${accounts++}@kerino.test`,
      username: 'Νέος',
      firstName: 'Α',
      lastName: 'Β',
      password: PASSWORD,
      role: 'user',
      landing: '/orders',
    }),
  }
}
