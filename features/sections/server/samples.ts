/** Provides a valid input for each command and query of sections, for tests that call all of them. */
import { fixed, type Samples } from '#server/testing/sample-parts.ts'

export const samples: Samples = () => {
  return {
    'sections.list': fixed(),
    'sections.needs': fixed({ section: 'GEMISMA' }),
  }
}
