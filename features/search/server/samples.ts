/** Provides a valid input for each command and query of search, for tests that call all of them. */
import { fixed, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = () => {
  return {
    'search.everything': fixed({ text: 'κερι' }),
  }
}
