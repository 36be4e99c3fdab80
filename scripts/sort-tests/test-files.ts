/** Says which files are tests of which kind. */
import { globSync } from 'node:fs'

/** The patterns of the files of each kind. */
export const TEST_FILES = {
  rules: ['kernel/**/*.test.ts', 'accounts/domain/**/*.test.ts', 'features/*/domain/**/*.test.ts'],
  checks: ['scripts/**/*.test.ts'],
  pages: ['web/**/*.test.{ts,tsx}', 'app/web/**/*.test.{ts,tsx}', 'features/*/web/**/*.test.{ts,tsx}'],
  server: [
    'server/**/*.test.ts',
    'app/server/**/*.test.ts',
    '{accounts,features/*}/server/**/*.test.ts',
    '{db,simulators,testing}/**/*.test.ts',
  ],
  stories: ['e2e/**/*.story.ts'],
  proofs: ['e2e/proofs/*.proof.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Returns the paths of the files below `root` that match one of the patterns, in order. */
export const filesOf = (root: string, patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
