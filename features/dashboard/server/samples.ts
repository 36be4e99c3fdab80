/** Provides a valid input for each query of the dashboard, for tests that call all of them. */
import { fixed, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = () => ({ 'dashboard.first-steps': fixed(), 'dashboard.lines': fixed() })
