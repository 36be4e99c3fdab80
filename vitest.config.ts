/**
 * Configures the tests without a browser. `rules`, `checks` and `web` need no database. `server` runs once on
 * each engine. `server-once` contains the tests of the server that open no database or choose the engine themselves. `proofs`
 * need both engines.
 */
import { defineConfig } from 'vitest/config'
import { LongestFirst, sortServerTests } from './scripts/sort-tests/sort-tests.ts'
import { TEST_FILES } from './scripts/sort-tests/test-files.ts'
import { textsOfPages } from './scripts/texts-of-pages.ts'

const outside = ['**/node_modules/**', 'build/**']

const serverTests = sortServerTests(import.meta.dirname)

/** Threads begin faster than processes. Tests that need no database leave nothing behind that another thread would notice. */
const threads = { pool: 'threads' as const }

/**
 * Node itself reads the files, as in production, and not the module runner of Vite, whose rewritten imports take longer to load and to run.
 * Only pages need that.
 */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/** The limits only end a test that hangs: a busy machine may be twenty times as slow. */
const HANGS_AFTER = 600_000

const server = {
  exclude: outside,
  environment: 'node' as const,
  testTimeout: HANGS_AFTER,
  hookTimeout: HANGS_AFTER,
  // the default of one second for a poll is too short for a busy machine
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    // the machines for the product have two cores
    maxWorkers: 2,
    passWithNoTests: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'rules',
          ...native,
          isolate: false,
          include: [...TEST_FILES.rules],
          exclude: outside,
          environment: 'node',
          testTimeout: HANGS_AFTER,
        },
      },
      {
        test: {
          name: 'checks',
          ...threads,
          include: [...TEST_FILES.checks],
          exclude: outside,
          environment: 'node',
          testTimeout: HANGS_AFTER,
        },
      },
      {
        plugins: [textsOfPages(import.meta.dirname)],
        test: {
          name: 'web',
          ...threads,
          // the files share the loaded modules, because loading them for each file takes longer than most tests
          isolate: false,
          include: [...TEST_FILES.pages],
          exclude: outside,
          environment: 'jsdom',
          // its modules for browsers, which name each other without the ends of their names
          server: { deps: { inline: ['@zxing/library'] } },
          setupFiles: ['./scripts/page-test-setup.ts'],
          testTimeout: HANGS_AFTER,
          hookTimeout: HANGS_AFTER,
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          ...native,
          // the files share the loaded modules and the compiled engine; loading them for each file takes longer than most tests
          isolate: false,
          include: serverTests.perEngine,
          globalSetup: ['./testing/template.ts'],
          setupFiles: ['./testing/opens-database.ts', './testing/rows/watch-rows.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server-once',
          ...native,
          isolate: false,
          include: serverTests.once,
          setupFiles: ['./testing/rows/watch-rows.ts'],
          env: { TEST_ENGINE: 'none' },
        },
      },
      {
        test: {
          name: 'proofs',
          ...native,
          include: [...TEST_FILES.proofs],
          globalSetup: ['./e2e/proofs/database-for-proofs.ts'],
          exclude: outside,
          environment: 'node',
          testTimeout: 15 * 60_000,
          hookTimeout: HANGS_AFTER,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
})
