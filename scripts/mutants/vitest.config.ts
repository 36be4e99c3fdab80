/** Configures the tests of the rules for the tool that changes operators (mutants.ts). */
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { TEST_FILES } from '../sort-tests/test-files.ts'

export default defineConfig({
  test: {
    // ends with the process of Vitest, also in a loop without an end
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    include: [...TEST_FILES.rules],
    environment: 'node',
    runner: join(import.meta.dirname, 'runner.ts'),
    testTimeout: 60_000,
  },
})
